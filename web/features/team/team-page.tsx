import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { AddSalespersonDialog } from "./add-salesperson.tsx";
import { Invitation } from "./invitation.tsx";
import { teamMessages } from "./messages.ts";
import { TeamList, TeamListSkeleton } from "./team-list.tsx";
import type { TeamMember } from "./team-member.ts";
import { teamQuery } from "./team-queries.ts";
import { TurnsSwitch } from "./turns-switch.tsx";

/** /team: the salespeople of the active dealership, and the dialog that adds one. */
export function TeamPage() {
  const { supabase } = useAuth();
  const dealership = useActiveUser();
  const { data: team, isError, refetch } = useQuery(teamQuery(supabase, dealership.id));
  const [adding, setAdding] = useState(false);
  const [invited, setInvited] = useState<string | null>(null);
  const newcomer = team?.find(({ id }) => id === invited);
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
      {newcomer && <Invitation member={newcomer} onClose={() => setInvited(null)} />}
      {team && team.length > 0 && <TurnsSwitch dealershipId={dealership.id} />}
      {team && <Team team={team} onAdd={add} />}
      {!team && isError && <TeamUnanswered onRetry={refetch} />}
      {!team && !isError && <TeamListSkeleton />}
      <AddSalespersonDialog open={adding} onOpenChange={setAdding} onAdded={setInvited} />
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

/** One person with two free places beside: nobody is in the team yet. */
function EmptyTeamDrawing() {
  return (
    <svg
      viewBox="0 0 192 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 104h176" className="opacity-50" />
      <g strokeDasharray="5 6" className="opacity-60">
        <circle cx="44" cy="56" r="13" />
        <path d="M20 104v-6a24 24 0 0 1 46-9" />
        <circle cx="148" cy="56" r="13" />
        <path d="M172 104v-6a24 24 0 0 0-46-9" />
      </g>
      <path d="M64 104v-8a32 32 0 0 1 64 0v8Z" className="fill-primary stroke-none opacity-20" />
      <circle cx="96" cy="40" r="18" className="fill-card" />
      <path d="M64 104v-8a32 32 0 0 1 64 0v8" />
      <path d="M90 44c3 4 9 4 12 0" />
      <path d="M96 82v14M89 89h14" className="stroke-primary-ink" strokeWidth="3" />
    </svg>
  );
}
