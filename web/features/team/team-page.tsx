import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { AddSalespersonDialog } from "./add-salesperson-dialog.tsx";
import { EmptyTeamDrawing } from "./empty-team-drawing.tsx";
import { teamMessages } from "./messages.ts";
import { TeamList, TeamListSkeleton } from "./team-list.tsx";
import type { TeamMember } from "./team-member.ts";
import { teamQuery } from "./team-queries.ts";

/** /team: the salespeople of the active dealership, and the dialog that adds one. */
export function TeamPage() {
  const { supabase } = useAuth();
  const dealership = useActiveUser();
  const { data: team, isError, refetch } = useQuery(teamQuery(supabase, dealership.id));
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);

  useEffect(() => {
    if (isError) toast({ ...teamMessages.loadFailed, variant: "destructive" });
  }, [isError]);

  return (
    <>
      <PageHeader
        title="Mi Equipo"
        backTo="/dashboard"
        description={describeTeam(team ?? [])}
        actions={team?.length !== 0 && <AddButton onClick={add} />}
      />
      {team && <Team team={team} onAdd={add} />}
      {!team && isError && <TeamUnanswered onRetry={refetch} />}
      {!team && !isError && <TeamListSkeleton />}
      <AddSalespersonDialog open={adding} onOpenChange={setAdding} />
    </>
  );
}

function Team({ team, onAdd }: { team: TeamMember[]; onAdd: () => void }) {
  if (team.length > 0) return <TeamList team={team} />;
  return (
    <EmptyState
      drawing={<EmptyTeamDrawing />}
      title={teamMessages.empty.title}
      description={teamMessages.empty.description}
      action={<AddButton onClick={onAdd} />}
    />
  );
}

function TeamUnanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<UnpluggedDrawing />}
      title={teamMessages.loadFailed.description}
      description="Comprueba tu conexión e inténtalo de nuevo."
      action={<Button onClick={() => onRetry()}>Reintentar</Button>}
    />
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <UserPlus aria-hidden="true" />
      Añadir Vendedor
    </Button>
  );
}

function describeTeam(team: TeamMember[]): string {
  if (team.length === 0) return "Las personas que venden tu inventario.";
  const active = team.filter(({ is_active }) => is_active).length;
  const people = team.length === 1 ? "1 vendedor" : `${team.length} vendedores`;
  return `${people}, ${active === 1 ? "1 activo" : `${active} activos`}`;
}
