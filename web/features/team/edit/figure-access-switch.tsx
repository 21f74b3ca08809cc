import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { failureNotice } from "#web/api/failure-notice.ts";
import { figureViewerKey, figureViewerQuery } from "#web/api/figure-viewer.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { describeFigureAccess, teamMessages } from "../messages.ts";
import type { TeamMember } from "../team-member.ts";

/**
 * Switch for a salesperson's access to costs and sales figures. Takes effect immediately, not with
 * the form.
 */
export function FigureAccessSwitch({ member }: { member: TeamMember }) {
  const id = useId();
  const { supabase } = useAuth();
  const { data: sees, isError, refetch } = useQuery(figureViewerQuery(supabase, member.id));
  const { mutate } = useChangeFigureAccess(member);
  const { label, hint, unknown } = teamMessages.figures;
  return (
    <FormSection title="Permisos" description="Se guarda al momento.">
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <span>{unknown}</span>
          <Button variant="outline" onClick={() => refetch()}>
            Reintentar
          </Button>
        </div>
      ) : (
        <div className="flex items-center justify-between gap-4">
          <div className="grid gap-0.5">
            <label htmlFor={id} className="font-medium text-sm">
              {label}
            </label>
            <p id={`${id}-hint`} className="text-muted-foreground text-sm">
              {hint}
            </p>
          </div>
          {sees === undefined ? (
            <Skeleton className="h-6 w-11 shrink-0 rounded-full" />
          ) : (
            <Switch
              id={id}
              aria-describedby={`${id}-hint`}
              checked={sees}
              onCheckedChange={(checked) => mutate(checked)}
            />
          )}
        </div>
      )}
    </FormSection>
  );
}

/** Sequential and optimistic. */
function useChangeFigureAccess(member: TeamMember) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const key = figureViewerKey(member.id);
  return useMutation({
    scope: { id: `figure-viewer-${member.id}` },
    mutationFn: async (sees: boolean) => {
      const viewers = supabase.from("figure_viewers");
      const { error } = sees
        ? await viewers.upsert(
            { id: member.id, dealership_id: member.dealership_id },
            { ignoreDuplicates: true },
          )
        : await viewers.delete().eq("id", member.id);
      if (error) throw error;
    },
    onMutate: async (sees) => {
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData(key, sees);
    },
    onSuccess: (_, sees) =>
      toast({ ...describeFigureAccess(displayName(member), sees), variant: "success" }),
    onError: (error, sees) => {
      queries.setQueryData(key, !sees);
      toast(failureNotice(teamMessages.figures.failed, error));
    },
  });
}
