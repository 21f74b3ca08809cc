import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ownSentence } from "#web/session/server-sentence.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { describeActive, teamMessages } from "./messages.ts";
import type { TeamMember } from "./team-member.ts";
import { refreshTeam, teamKeys } from "./team-queries.ts";

const switching = ["team", "change-active"] as const;

/**
 * Activates or deactivates a salesperson (product sections 4 and 8). Shown at once, turned back
 * when the server refuses; the row is asked back, since a change that row security hides answers
 * success too.
 */
export function useChangeActive() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: switching,
    mutationFn: async ({ member, active }: { member: TeamMember; active: boolean }) => {
      const { error } = await supabase
        .from("profiles")
        .update({ is_active: active })
        .eq("id", member.id)
        .select("id")
        .single();
      if (error) throw error;
    },
    onMutate: async ({ member, active }) => {
      await queries.cancelQueries({ queryKey: teamKeys.lists });
      showActive(queries, member.id, active);
    },
    onSuccess: (_, { member, active }) => {
      toast({ ...describeActive(displayName(member), active), variant: "success" });
    },
    onError: (error, { member, active }) => {
      showActive(queries, member.id, !active);
      const { title, description } = teamMessages.activeFailed;
      const reason = ownSentence(error);
      toast({
        title,
        description: reason ? `${description} ${reason}` : description,
        variant: "destructive",
      });
    },
    // While another switch is on its way, the stored team would turn it back for a moment.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: switching }) === 1) return refreshTeam(queries);
    },
  });
}

function showActive(queries: QueryClient, id: string, active: boolean): void {
  queries.setQueriesData<TeamMember[]>({ queryKey: teamKeys.lists }, (team) =>
    team?.map((member) => (member.id === id ? { ...member, is_active: active } : member)),
  );
}
