import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Mail, MessageCircle, Pencil, Phone, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { displayPhone, telAddress, whatsappNumber } from "#web/api/phone-number.ts";
import { missingOnCard } from "#web/session/dealership/missing-on-card.ts";
import { useCountry } from "#web/session/dealership/use-country.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { mailAddress } from "#web/ui/mail-address.ts";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { describeActive, teamMessages } from "./messages.ts";
import { salespersonContact, type TeamMember } from "./team-member.ts";
import { refreshTeam, teamKeys } from "./team-queries.ts";

const switching = ["team", "change-active"] as const;

/**
 * Activates or deactivates a salesperson (docs/product/team.md), optimistically. Selects the row,
 * because an update hidden by row security also reports success.
 */
function useChangeActive() {
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
      toast(failureNotice(teamMessages.activeFailed, error));
    },
    // While another switch is pending, a refetch would briefly revert it.
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

/** A salesperson with contact, switch, edit and delete. */
export function TeamCard({ member, onDelete }: { member: TeamMember; onDelete: () => void }) {
  const nameId = useId();
  const name = displayName(member);
  return (
    <Card>
      <article aria-labelledby={nameId} className="flex h-full flex-col">
        <div className="flex grow flex-col gap-3 p-4 sm:p-5">
          <div className="flex flex-wrap items-center gap-3">
            <Avatar name={name} src={member.config?.profile?.logo} className="size-12" />
            <h2
              id={nameId}
              className="wrap-anywhere min-w-0 flex-[1_1_6rem] font-semibold leading-snug"
            >
              {name}
            </h2>
            <Badge variant={member.is_active ? "success" : "neutral"}>
              {member.is_active ? "Activo" : "Inactivo"}
            </Badge>
          </div>
          <ContactLines member={member} />
          <MissingParts member={member} name={name} />
          {member.is_active && member.public_slug && (
            <a
              href={`/s/${member.public_slug}`}
              target="_blank"
              rel="noopener"
              aria-label={`Tarjeta digital de ${name}`}
              className="inline-flex min-h-11 w-fit items-center gap-2.5 rounded-sm font-medium text-sm hover:underline"
            >
              <ExternalLink aria-hidden="true" className="size-4 text-muted-foreground" />
              Tarjeta digital
            </a>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-1 border-t py-2 pr-2 pl-4 sm:pl-5">
          <ActiveSwitch member={member} name={name} />
          <Button asChild variant="ghost" className="ml-auto px-3">
            <Link to={`/team/edit/${member.id}`} aria-label={`Editar a ${name}`}>
              <Pencil aria-hidden="true" />
              Editar
            </Link>
          </Button>
          <Tooltip content="Eliminar">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Eliminar a ${name}`}
              onClick={onDelete}
              className="text-destructive-ink"
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </Tooltip>
        </div>
      </article>
    </Card>
  );
}

function ActiveSwitch({ member, name }: { member: TeamMember; name: string }) {
  const changeActive = useChangeActive();
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <Switch
        id={id}
        aria-label={`Cuenta activa: ${name}`}
        checked={member.is_active === true}
        onCheckedChange={(active) => changeActive.mutate({ member, active })}
      />
      Cuenta activa
    </label>
  );
}

/** What the card lacks, with links to the fields. */
function MissingParts({ member, name }: { member: TeamMember; name: string }) {
  const missing = missingOnCard(member);
  if (missing.length === 0) return null;
  return (
    <ul aria-label={`Falta en la tarjeta de ${name}`} className="flex flex-wrap gap-1.5">
      {missing.map((part) => (
        <li key={part.key}>
          <Link
            to={`/team/edit/${member.id}#${part.field}`}
            className="touch-target inline-flex min-h-8 items-center gap-1.5 rounded-full bg-warning-soft px-3 font-medium text-sm text-warning-ink hover:underline"
          >
            <Plus aria-hidden="true" className="size-3.5" />
            <span>{`Falta ${part.name}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Contact lines; missing ones are omitted. */
function ContactLines({ member }: { member: TeamMember }) {
  const { email, phone, whatsapp } = salespersonContact(member);
  const country = useCountry();
  if (!email && !phone && !whatsapp) {
    return <p className="text-muted-foreground text-sm">Sin datos de contacto.</p>;
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] justify-items-start text-sm">
      {email && (
        <ContactLine href={mailAddress(email)} label="Correo" icon={<Mail />}>
          {email}
        </ContactLine>
      )}
      {phone && (
        <ContactLine href={telAddress(phone, country)} label="Teléfono" icon={<Phone />}>
          {displayPhone(phone, country)}
        </ContactLine>
      )}
      {whatsapp && (
        <ContactLine
          href={whatsappAddress(whatsappNumber(whatsapp, country) ?? "")}
          label="WhatsApp"
          icon={<MessageCircle />}
          newTab
        >
          {displayPhone(whatsapp, country)}
        </ContactLine>
      )}
    </ul>
  );
}

function ContactLine(props: {
  href: string | undefined;
  label: string;
  icon: ReactNode;
  children: string;
  newTab?: boolean;
}) {
  const target = props.newTab ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <li className="max-w-full">
      <a
        href={props.href}
        {...target}
        className="numeric flex min-h-11 items-center gap-2.5 rounded-sm hover:underline"
      >
        <span aria-hidden="true" className="text-muted-foreground [&_svg]:size-4">
          {props.icon}
        </span>
        <span className="sr-only">{`${props.label}: `}</span>
        <span className="wrap-anywhere">{props.children}</span>
      </a>
    </li>
  );
}
