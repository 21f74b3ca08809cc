import { useMutation, useQueryClient } from "@tanstack/react-query";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/alert-dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { describeDeletion, teamMessages } from "./messages.ts";
import { refusalSentence } from "./refusal-sentence.ts";
import type { TeamMember } from "./team-member.ts";
import { refreshTeam } from "./team-queries.ts";

type DeleteSalespersonDialogProps = { member: TeamMember; open: boolean; onClose: () => void };

/** Asks before a salesperson is deleted for good (rpc delete_salesperson_by_dealership). */
export function DeleteSalespersonDialog({ member, open, onClose }: DeleteSalespersonDialogProps) {
  const name = displayName(member);
  const remove = useDeleteSalesperson(name);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      destructive
      pending={remove.isPending}
      title={teamMessages.deleteTitle}
      description={describeDeletion(name)}
      confirmLabel="Eliminar"
      onConfirm={() => remove.mutate(member.id, { onSettled: onClose })}
    />
  );
}

function useDeleteSalesperson(name: string) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { error } = await supabase.rpc("delete_salesperson_by_dealership", {
        p_salesperson_id: id,
      });
      if (error) throw new Error(refusalSentence(error));
    },
    onSuccess: () => {
      const description = `La cuenta de ${name} ya no existe.`;
      toast({ title: teamMessages.deleted, description, variant: "success" });
    },
    onError: ({ message }) => {
      toast({ title: teamMessages.deleteFailed, description: message, variant: "destructive" });
    },
    onSettled: () => refreshTeam(queries),
  });
}
