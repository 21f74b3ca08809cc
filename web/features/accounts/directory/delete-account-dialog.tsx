import { useQueryClient } from "@tanstack/react-query";
import { serverSentence } from "#web/session/server-sentence.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { DeleteDialog } from "#web/ui/controls/delete-dialog.tsx";
import { adminMessages, describeDeletion } from "../admin-messages.ts";
import type { Account } from "./account-list.ts";

type DeleteAccountDialogProps = { account: Account; open: boolean; onClose: () => void };

/**
 * Asks before an account is deleted with everything that belongs to it (rpc delete_user_by_admin,
 * product section 8 "Delete").
 */
export function DeleteAccountDialog({ account, open, onClose }: DeleteAccountDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const name = displayName(account);
  const remove = async () => {
    const { error } = await supabase.rpc("delete_user_by_admin", { target_user_id: account.id });
    return error && serverSentence(error);
  };
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title={adminMessages.deleteTitle}
      description={describeDeletion(name, account.role)}
      onDelete={remove}
      onSettled={() => queries.invalidateQueries()}
      deleted={{
        title: adminMessages.deleted,
        description: `¡Usuario eliminado! La cuenta de ${name} ya no existe.`,
      }}
      failedTitle={adminMessages.deleteFailed}
    />
  );
}
