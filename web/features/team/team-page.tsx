import { useQuery } from "@tanstack/react-query";
import { ContactRound, UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { AddSalespersonDialog, type CreatedSalesperson, emptyContact } from "./add-salesperson.tsx";
import { Invitation } from "./invitation.tsx";
import { LeadRotationSwitch } from "./lead-rotation-switch.tsx";
import { teamMessages } from "./messages.ts";
import { type Contact, canPickContact, pickContact } from "./pick-contact.ts";
import { TeamList, TeamListSkeleton } from "./team-list.tsx";
import type { TeamMember } from "./team-member.ts";
import { teamQuery } from "./team-queries.ts";

/** /team: the active dealership's salespeople, and the dialog that adds one. */
export function TeamPage() {
  const { supabase } = useAuth();
  const dealership = useActiveUser();
  const query = useQuery(teamQuery(supabase, dealership.id));
  const { data: team, isError } = query;
  const [adding, setAdding] = useState<Contact | null>(null);
  const [added, setAdded] = useState<CreatedSalesperson | null>(null);
  const newcomer = team?.find(({ id }) => id === added?.id);

  useEffect(() => {
    if (isError) toast({ ...teamMessages.loadFailed, variant: "destructive" });
  }, [isError]);

  return (
    <>
      <PageHeader
        title="Mi Equipo"
        backTo="/dashboard"
        description={team && describeTeam(team)}
        actions={team?.length !== 0 && <AddButtons onAdd={setAdding} />}
      />
      {team && team.length > 0 && <LeadRotationSwitch dealershipId={dealership.id} />}
      {team && <Team team={team} onAdd={setAdding} />}
      {!team && isError && (
        <LoadFailed
          title={teamMessages.loadFailed.description}
          description={requestErrorMessage(query.error)}
          query={query}
        />
      )}
      {!team && !isError && <TeamListSkeleton />}
      <AddSalespersonDialog contact={adding} onClose={() => setAdding(null)} onAdded={setAdded} />
      {added && newcomer && (
        <Invitation
          key={added.id}
          member={newcomer}
          password={added.password}
          onClose={() => setAdded(null)}
        />
      )}
    </>
  );
}

function Team({ team, onAdd }: { team: TeamMember[] } & AddButtonsProps) {
  if (team.length > 0) return <TeamList team={team} />;
  return (
    <EmptyState
      drawing={<EmptyTeamDrawing />}
      title={teamMessages.empty.title}
      description={teamMessages.empty.description}
      action={<AddButtons onAdd={onAdd} />}
    />
  );
}

type AddButtonsProps = {
  /** Called with the form's initial values. */
  onAdd: (contact: Contact) => void;
};

/** Adds an empty form, or one from the phone's contacts. */
function AddButtons({ onAdd }: AddButtonsProps) {
  const pick = async () => {
    const contact = await pickContact();
    if (contact) onAdd(contact);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onAdd(emptyContact)}>
        <UserPlus aria-hidden="true" />
        Añadir Vendedor
      </Button>
      {canPickContact() && (
        <Button variant="outline" onClick={pick}>
          <ContactRound aria-hidden="true" />
          Elegir de mis contactos
        </Button>
      )}
    </div>
  );
}

function describeTeam(team: TeamMember[]): string {
  if (team.length === 0) return "Las personas que venden tu inventario.";
  const active = team.filter(({ is_active }) => is_active).length;
  const people = team.length === 1 ? "1 vendedor" : `${team.length} vendedores`;
  return `${people}, ${active === 1 ? "1 activo" : `${active} activos`}`;
}

/** Illustration of an empty team. */
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
