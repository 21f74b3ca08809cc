import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Card } from "#web/ui/frame/card.tsx";
import { DeleteDialog } from "#web/ui/overlays/delete-dialog.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { describeDeletion, teamMessages } from "./messages.ts";
import { TeamCard } from "./team-card.tsx";
import type { TeamMember } from "./team-member.ts";
import { refreshTeam } from "./team-queries.ts";

const grid = "grid fit-columns-[20rem] gap-4";
/** Cards after this one are not delayed further. */
const MAX_STAGGERED = 8;
const STAGGER_MILLISECONDS = 50;

/** The team's cards, and the confirmation before deleting one. */
export function TeamList({ team }: { team: TeamMember[] }) {
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = (member: TeamMember) => {
    setLeaving(member);
    setAsking(true);
  };
  return (
    <>
      <ul className={grid}>
        {team.map((member, index) => (
          <li
            key={member.id}
            className="grid min-w-0 animate-rise grid-cols-[minmax(0,1fr)]"
            style={{ animationDelay: `${Math.min(index, MAX_STAGGERED) * STAGGER_MILLISECONDS}ms` }}
          >
            <TeamCard member={member} onDelete={() => ask(member)} />
          </li>
        ))}
      </ul>
      {leaving && (
        <DeleteSalespersonDialog
          key={leaving.id}
          member={leaving}
          open={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

export function TeamListSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c"].map((key) => (
        <Card key={key}>
          <div className="grid gap-3 p-4 sm:p-5">
            <div className="flex items-center gap-3">
              <Skeleton className="size-12 rounded-full" />
              <Skeleton className="h-5 w-36" />
              <Skeleton className="ml-auto h-6 w-16 rounded-full" />
            </div>
            <div className="grid h-22 content-around">
              <Skeleton className="h-4 w-52 max-w-full" />
              <Skeleton className="h-4 w-32" />
            </div>
          </div>
          <div className="flex h-[3.8125rem] items-center justify-between border-t px-4 sm:px-5">
            <Skeleton className="h-6 w-36 rounded-full" />
            <Skeleton className="h-6 w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}

type DeleteSalespersonDialogProps = { member: TeamMember; open: boolean; onClose: () => void };

/** Confirms the deletion of a salesperson (rpc delete_salesperson_by_dealership). */
function DeleteSalespersonDialog({ member, open, onClose }: DeleteSalespersonDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const name = displayName(member);
  const remove = async () => {
    const { error } = await supabase.rpc("delete_salesperson_by_dealership", {
      p_salesperson_id: member.id,
    });
    return error && requestErrorMessage(error);
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
