import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Label } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { ownMailboxQuery } from "../lead-queries.ts";
import { weeklyMessages as messages } from "./messages.ts";

/** Switch for the weekly mail, which is sent only to a verified address. */
export function WeeklyMail({ userId }: { userId: string }) {
  const { supabase } = useAuth();
  const id = useId();
  const { data: mailbox, isError } = useQuery(ownMailboxQuery(supabase, userId));
  const change = useChange(userId);
  const checked = change.isPending ? change.variables : mailbox?.wants_weekly;
  const hint = isError
    ? messages.loadFailed
    : mailbox && !mailbox.is_proven
      ? messages.unproven
      : messages.hint;
  return (
    <div className="flex items-start justify-between gap-4 border-t pt-4">
      <div className="grid gap-1">
        <Label htmlFor={id}>{messages.label}</Label>
        <p id={`${id}-hint`} className="text-muted-foreground text-sm">
          {hint}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked ?? false}
        disabled={change.isPending || !mailbox || !(mailbox.is_proven || mailbox.wants_weekly)}
        onCheckedChange={(on) => change.mutate(on)}
      />
    </div>
  );
}

function useChange(userId: string) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      const { error } = await supabase.rpc("set_weekly_mail", {
        p_wanted: wanted,
        p_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
      if (error) throw error;
    },
    onSuccess: (_done, on) =>
      toast({ ...(on ? messages.switchedOn : messages.switchedOff), variant: "success" }),
    onError: (error) =>
      toast({
        title: messages.failed,
        description: requestErrorMessage(error),
        variant: "destructive",
      }),
    onSettled: () => queries.invalidateQueries(ownMailboxQuery(supabase, userId)),
  });
}
