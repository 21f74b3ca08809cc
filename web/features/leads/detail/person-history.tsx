import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { Lead } from "#contract/customers/lead.ts";
import { useZone } from "#web/session/dealership/use-today.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { formatShortTime } from "../describe-lead.ts";
import { relatedLeadsQuery } from "../lead-queries.ts";
import { SELECTED } from "../list/use-lead-filter.ts";
import { kindLabels } from "../messages.ts";
import { leadScopeOf } from "../read-leads.ts";

/** Other leads from the same person, and who handled them; hidden if there are none. */
export function PersonHistory({ lead }: { lead: Lead }) {
  const { supabase } = useAuth();
  const scope = leadScopeOf(useActiveUser());
  const { data: others = [] } = useQuery(relatedLeadsQuery(supabase, scope, lead));
  const [parameters] = useSearchParams();
  const zone = useZone();
  if (others.length === 0) return null;
  const now = new Date();
  const addressOf = (id: string) => {
    const next = new URLSearchParams(parameters);
    next.set(SELECTED, id);
    return `?${next}`;
  };
  return (
    <section aria-label="La misma persona" className="grid gap-1 text-sm">
      <h3 className="font-medium">También preguntó</h3>
      <ul className="divide-y rounded-xl border">
        {others.map((other) => (
          <li key={other.id}>
            <Link
              to={addressOf(other.id)}
              replace
              preventScrollReset
              className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 hover:bg-muted/50"
            >
              <span className="min-w-0 truncate">
                {other.vehicle_title ?? kindLabels[other.kind]}
              </span>
              <span className="shrink-0 text-muted-foreground text-xs">
                {[
                  other.recipient_id !== lead.recipient_id && other.recipient_name,
                  other.state,
                  formatShortTime(new Date(other.created_at), now, zone),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
