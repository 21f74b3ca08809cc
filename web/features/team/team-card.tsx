import { ExternalLink, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { displayName } from "#web/session/session-user.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Tooltip } from "#web/ui/controls/tooltip.tsx";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { ContactLines } from "./contact-lines.tsx";
import type { TeamMember } from "./team-member.ts";
import { useChangeActive } from "./use-change-active.ts";

/** A salesperson with what the dealer can do: reach, switch on and off, edit, delete. */
export function TeamCard({ member, onDelete }: { member: TeamMember; onDelete: () => void }) {
  const nameId = useId();
  const name = displayName(member);
  return (
    <Card>
      <article aria-labelledby={nameId} className="flex h-full flex-col">
        <div className="flex grow flex-col gap-3 p-4 sm:p-5">
          <div className="flex items-center gap-3">
            <Avatar name={name} src={member.config?.profile?.logo} className="size-12" />
            <h2 id={nameId} className="wrap-anywhere min-w-0 grow font-semibold leading-snug">
              {name}
            </h2>
            <Badge variant={member.is_active ? "success" : "neutral"}>
              {member.is_active ? "Activo" : "Inactivo"}
            </Badge>
          </div>
          <ContactLines member={member} />
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
        <div className="flex items-center gap-1 border-t py-2 pr-2 pl-4 sm:pl-5">
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
