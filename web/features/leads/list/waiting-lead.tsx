import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Lead } from "#contract/customers/lead.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Card } from "#web/ui/frame/card.tsx";
import { formatWaitingTime, prospectOf } from "../describe-lead.ts";
import { QuickActions } from "../detail/contact-actions.tsx";
import { waitingLeadQuery } from "../lead-queries.ts";
import { kindLabels, leadMessages } from "../messages.ts";

/**
 * The newest lead that awaits this person's reply, or null. Not polled, because content below would
 * shift under a thumb.
 */
export function useWaitingLead(): Lead | null {
  const { supabase } = useAuth();
  const { data } = useQuery(waitingLeadQuery(supabase, useActiveUser().id));
  return data ?? null;
}

/** A new lead in one line with a button that opens the prepared reply. */
export function WaitingLead({ lead, className }: { lead: Lead; className?: string }) {
  const { name } = prospectOf(lead);
  const waiting = formatWaitingTime(new Date(lead.created_at), new Date());
  return (
    <Card
      role="region"
      aria-label={leadMessages.waiting}
      className={classNames(
        "flex flex-wrap items-center gap-x-3 pl-3 print:hidden sm:px-5 sm:py-3",
        // A 46 px row has no room for button borders.
        "max-sm:[&_.button]:border-transparent max-sm:[&_.button]:shadow-none",
        className,
      )}
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-primary" />
      <Link
        to={`/leads?prospecto=${lead.id}`}
        className="grid min-h-11 min-w-0 flex-[1_1_8rem] content-center rounded-sm hover:underline"
      >
        <span className="truncate font-semibold text-sm leading-5">{name}</span>
        <span className="truncate text-muted-foreground text-xs">
          {`${lead.vehicle_title ?? kindLabels[lead.kind]} · sin responder ${waiting}`}
        </span>
      </Link>
      <QuickActions lead={lead} />
    </Card>
  );
}
