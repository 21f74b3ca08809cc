import { useQueryClient } from "@tanstack/react-query";
import { serverSentence } from "#web/session/server-sentence.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { DeleteDialog } from "#web/ui/controls/delete-dialog.tsx";
import { describeDeletion, teamMessages } from "./messages.ts";
import type { TeamMember } from "./team-member.ts";
import { refreshTeam } from "./team-queries.ts";

type DeleteSalespersonDialogProps = { member: TeamMember; open: boolean; onClose: () => void };

/** Asks before a salesperson is deleted for good (rpc delete_salesperson_by_dealership). */
export function DeleteSalespersonDialog({ member, open, onClose }: DeleteSalespersonDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const name = displayName(member);
  const remove = async () => {
    const { error } = await supabase.rpc("delete_salesperson_by_dealership", {
      p_salesperson_id: member.id,
    });
    return error && serverSentence(error);
  };
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title={teamMessages.deleteTitle}
      description={describeDeletion(name)}
      onDelete={remove}
      onSettled={() => refreshTeam(queries)}
      deleted={{ title: teamMessages.deleted, description: `La cuenta de ${name} ya no existe.` }}
      failedTitle={teamMessages.deleteFailed}
    />
  );
}
