import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#web/ui/frame/badge.tsx";
import { type AuditEntry, type AuditPerson, personName } from "./audit-log.ts";
import {
  actionLabels,
  changesIn,
  REDACTED,
  recordKindOf,
  recordPageOf,
  summaryOf,
} from "./describe-entry.ts";

const variants = { insert: "success", update: "info", delete: "destructive" } as const;

/**
 * A log entry: who did what, for which account and when. Expands to the values before and after.
 */
export function AuditRow({ entry, people }: { entry: AuditEntry; people: AuditPerson[] }) {
  const summary = summaryOf(entry);
  const about = entry.about === REDACTED ? null : entry.about;
  const actor = personName(people, entry.actor_id);
  return (
    <details className="group">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 px-4 py-2.5 hover:bg-muted/40 sm:px-5 [&::-webkit-details-marker]:hidden">
        <Badge variant={variants[entry.action]} className="w-17 justify-center">
          {actionLabels[entry.action]}
        </Badge>
        <span className="grid min-w-0 grow gap-0.5 text-sm lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-4">
          <span className="wrap-anywhere grid gap-0.5">
            <span>
              <span className="font-medium">
                {about ? `${recordKindOf(entry)} de ${about}` : recordKindOf(entry)}
              </span>
              {summary && <span className="text-muted-foreground">{` · ${summary}`}</span>}
            </span>
            <span className="text-muted-foreground text-xs">
              {entry.impersonated_id
                ? `${actor} en nombre de ${personName(people, entry.impersonated_id)}`
                : `${actor} en su propio nombre`}
            </span>
          </span>
          <time dateTime={entry.at} className="numeric text-muted-foreground text-xs">
            {format.format(new Date(entry.at))}
          </time>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
        />
      </summary>
      <Changes entry={entry} />
    </details>
  );
}

const format = new Intl.DateTimeFormat("es", { dateStyle: "medium", timeStyle: "medium" });

function Changes({ entry }: { entry: AuditEntry }) {
  const page = recordPageOf(entry);
  return (
    <div className="grid gap-3 bg-muted/40 px-4 py-4 sm:px-5">
      <dl className="grid gap-2 text-sm">
        {changesIn(entry).map(({ name, old, new: next }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <dt className="wrap-anywhere text-muted-foreground">{name}</dt>
            <dd className="wrap-anywhere">
              {entry.action !== "insert" && <del className="text-muted-foreground">{old}</del>}
              {entry.action === "update" && <span> → </span>}
              {entry.action !== "delete" && <ins className="font-medium no-underline">{next}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {page && (
        <Link
          to={page}
          className="touch-target w-fit rounded-sm font-semibold text-primary-ink text-sm hover:underline"
        >
          {recordKindOf(entry) === "Vehículo" ? "Ver vehículo" : "Ver cuenta"}
        </Link>
      )}
    </div>
  );
}
