import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "./messages.ts";
import { leadRotationQuery } from "./team-queries.ts";

/** Switch: assign the dealership's leads to its salespeople in turn. Optimistic. */
export function LeadRotationSwitch({ dealershipId }: { dealershipId: string }) {
  const { supabase } = useAuth();
  const id = useId();
  const { data: isOn, isError } = useQuery(leadRotationQuery(supabase, dealershipId));
  const change = useChangeLeadRotation(dealershipId);
  const checked = change.isPending ? change.variables : isOn;
  return (
    <Card className="mb-4">
      <div className="flex items-center justify-between gap-4 p-4 sm:px-5">
        <div className="grid gap-1">
          <label htmlFor={id} className="font-medium text-sm">
            {teamMessages.turns.label}
          </label>
          <p id={`${id}-hint`} className="max-w-prose text-muted-foreground text-sm">
            {isError ? teamMessages.turns.loadFailed : teamMessages.turns.hint}
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={checked ?? false}
          disabled={checked === undefined || change.isPending}
          onCheckedChange={(on) => change.mutate(on)}
        />
      </div>
    </Card>
  );
}

function useChangeLeadRotation(id: string) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) => {
      const turns = supabase.from("lead_turns");
      const { error } = await (on
        ? turns.upsert({ id }, { ignoreDuplicates: true })
        : turns.delete().eq("id", id));
      if (error) throw error;
    },
    onSuccess: (_done, on) =>
      toast({ ...(on ? teamMessages.turns.on : teamMessages.turns.off), variant: "success" }),
    onError: (error) =>
      toast({
        title: teamMessages.turns.failed,
        description: requestErrorMessage(error),
        variant: "destructive",
      }),
    onSettled: () => queries.invalidateQueries(leadRotationQuery(supabase, id)),
  });
}
