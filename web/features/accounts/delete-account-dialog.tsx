import { useMutation, useQueryClient } from "@tanstack/react-query";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/alert-dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Account } from "./account-list.ts";
import { adminMessages, describeDeletion } from "./admin-messages.ts";
import { serverSentence } from "./server-sentence.ts";

type DeleteAccountDialogProps = { account: Account; open: boolean; onClose: () => void };

/** Asks before an account is deleted with everything that belongs to it (spec section 8 "Delete"). */
export function DeleteAccountDialog({ account, open, onClose }: DeleteAccountDialogProps) {
  const name = displayName(account);
  const remove = useDeleteAccount(name);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      destructive
      pending={remove.isPending}
      title={adminMessages.deleteTitle}
      description={describeDeletion(name, account.role)}
      confirmLabel="Eliminar"
      onConfirm={() => remove.mutate(account.id, { onSettled: onClose })}
    />
  );
}

function useDeleteAccount(name: string) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { error } = await supabase.rpc("delete_user_by_admin", { target_user_id: id });
      if (error) throw error;
    },
    onSuccess: () => {
      const description = `¡Usuario eliminado! La cuenta de ${name} ya no existe.`;
      toast({ title: adminMessages.deleted, description, variant: "success" });
    },
    onError: (error) => {
      const description = serverSentence(error);
      toast({ title: adminMessages.deleteFailed, description, variant: "destructive" });
    },
    onSettled: () => queries.invalidateQueries(),
  });
}
