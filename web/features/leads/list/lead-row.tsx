import { CalendarClock, History } from "lucide-react";
import { Link } from "react-router";
import { type Lead, LeadState } from "#contract/customers/lead.ts";
import { formatPhone } from "#contract/text/format-phone.ts";
import { useToday, useZone } from "#web/session/dealership/use-today.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ChoiceMenu } from "#web/ui/overlays/choice-menu.tsx";
import {
  formatLongTime,
  formatShortTime,
  formatStepDay,
  formatWaitingTime,
  prospectOf,
  stateStyles,
} from "../describe-lead.ts";
import { QuickActions } from "../detail/contact-actions.tsx";
import { LeadThumbnail, SoldBadge } from "../detail/lead-facts.tsx";
import { useChangeLead } from "../detail/use-change-lead.ts";
import { kindLabels, leadMessages } from "../messages.ts";
import { OPEN_STATES } from "../read-leads.ts";
import type { LinkToLead } from "./use-lead-filter.ts";

type LeadRowProps = {
  lead: Lead;
  /** Other leads from the same person, newest first. */
  others: Lead[];
  opened: boolean;
  linkTo: LinkToLead;
  now: Date;
};

/**
 * A lead in the list: a card where the list is narrow (on a phone, or next to an opened lead), a
 * row with columns elsewhere. A press anywhere except on the state and reply buttons opens it.
 */
export function LeadRow({ lead, others, opened, linkTo, now }: LeadRowProps) {
  const { name, phone, email } = prospectOf(lead);
  const isNew = lead.state === "Nuevo";
  const then = new Date(lead.created_at);
  const zone = useZone();
  return (
    <article
      aria-label={name}
      className={classNames(
        "relative grid px-4 py-1.5 transition-colors hover:bg-muted/50",
        "[contain-intrinsic-size:auto_6.5rem] [content-visibility:auto]",
        "@max-3xl:grid-cols-[auto_minmax(0,1fr)_auto_auto]",
        "@max-3xl:[grid-template-areas:'photo_name_name_ways'_'photo_about_about_ways'_'gist_gist_state_state'_'time_time_state_state'_'step_step_step_step'_'also_also_also_also']",
        "@3xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1.6fr)_minmax(0,0.8fr)_4.5rem_9.5rem_6rem] @3xl:items-center @3xl:gap-x-4 @3xl:py-2.5",
        opened && "bg-muted/70",
      )}
    >
      <div className="min-w-0 @max-3xl:[grid-area:name]">
        <Link
          {...linkTo(lead.id)}
          id={`lead-${lead.id}`}
          aria-current={opened || undefined}
          className={classNames(
            "flex items-center gap-2 after:absolute after:inset-0",
            isNew ? "font-semibold" : "font-medium",
          )}
        >
          {isNew && (
            <span
              aria-hidden="true"
              className="size-2 shrink-0 rounded-full bg-primary @max-3xl:absolute @max-3xl:top-6 @max-3xl:left-1"
            />
          )}
          <span className="wrap-anywhere @3xl:line-clamp-1 @max-3xl:text-[0.9375rem] @max-3xl:leading-5.5">
            {name}
          </span>
        </Link>
        <p className="numeric truncate text-muted-foreground text-xs @max-3xl:hidden">
          {phone ? formatPhone(phone) : email}
        </p>
      </div>
      <time
        dateTime={lead.created_at}
        title={formatLongTime(then, zone)}
        className="numeric self-start whitespace-nowrap text-muted-foreground text-xs @3xl:order-1 @3xl:self-center @3xl:leading-6 @max-3xl:[grid-area:time]"
      >
        {isNew && <WaitingTime then={then} now={now} className="@3xl:hidden" />}
        <span className={isNew ? "@max-3xl:hidden" : undefined}>
          {formatShortTime(then, now, zone)}
        </span>
      </time>
      <div className="min-w-0 @3xl:flex @3xl:items-start @3xl:gap-3 @max-3xl:contents">
        <div className="shrink-0 self-start empty:hidden @max-3xl:mr-3 @max-3xl:[grid-area:photo]">
          <LeadThumbnail lead={lead} className="@max-3xl:h-11 @max-3xl:w-14" />
        </div>
        <div className="min-w-0 @max-3xl:contents">
          <p className="flex min-w-0 items-center gap-2 text-sm @max-3xl:[grid-area:about]">
            <span className="line-clamp-2 wrap-anywhere @3xl:line-clamp-1">
              {lead.vehicle_title ?? kindLabels[lead.kind]}
            </span>
            <SoldBadge lead={lead} />
          </p>
          <LeadSummary lead={lead} />
          <NextStep lead={lead} />
        </div>
      </div>
      <p className="min-w-0 truncate text-muted-foreground text-xs @max-3xl:hidden">
        {lead.recipient_name}
      </p>
      <div className="relative ml-3 w-fit self-center justify-self-end @3xl:order-2 @3xl:ml-0 @3xl:justify-self-start @max-3xl:mt-1 @3xl:grid @3xl:gap-1 @max-3xl:[grid-area:state]">
        <StateSelect lead={lead} />
        {isNew && <WaitingTime then={then} now={now} className="@max-3xl:hidden" />}
      </div>
      <div className="relative ml-3 flex justify-end gap-2 self-center @3xl:order-3 @3xl:ml-0 @max-3xl:[grid-area:ways]">
        <QuickActions lead={lead} />
      </div>
      <RelatedLeads lead={lead} others={others} linkTo={linkTo} />
    </article>
  );
}

/** How long a customer has waited for a reply; in a warning color after an hour. */
function WaitingTime(props: { then: Date; now: Date; className: string }) {
  const { then, now, className } = props;
  const isLong = now.getTime() - then.getTime() > 3_600_000;
  return (
    <span
      className={classNames(
        "numeric text-xs",
        className,
        isLong ? "font-medium text-warning-ink" : "text-muted-foreground",
      )}
    >
      {`sin responder ${formatWaitingTime(then, now)}`}
    </span>
  );
}

/** The next step and its day; in a warning color once due. */
function NextStep({ lead }: { lead: Lead }) {
  const { next_step, next_step_on, state } = lead;
  const today = useToday();
  if (!next_step_on || !OPEN_STATES.includes(state)) return null;
  const isDue = next_step_on <= today;
  return (
    <p
      className={classNames(
        "flex min-w-0 items-center gap-1.5 text-sm @max-3xl:[grid-area:step]",
        isDue ? "font-medium text-warning-ink" : "text-muted-foreground",
      )}
    >
      <CalendarClock aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate">
        {[formatStepDay(next_step_on, today), next_step].filter(Boolean).join(" · ")}
      </span>
    </p>
  );
}

/** Links to other leads from the same person, with their recipient if different. */
function RelatedLeads({ lead, others, linkTo }: Pick<LeadRowProps, "lead" | "others" | "linkTo">) {
  const [newest, ...rest] = others;
  if (!newest) return null;
  return (
    <Link
      {...linkTo(newest.id)}
      className="relative flex min-h-8 w-fit max-w-full items-center gap-1.5 text-muted-foreground text-xs hover:underline @3xl:order-4 @3xl:col-span-4 @3xl:col-start-2 @max-3xl:[grid-area:also]"
    >
      <History aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="line-clamp-2 wrap-anywhere">
        {[
          alsoAsked(newest),
          newest.recipient_id !== lead.recipient_id && `, con ${newest.recipient_name}`,
          rest.length > 0 && ` y ${rest.length} más`,
        ]
          .filter(Boolean)
          .join("")}
      </span>
    </Link>
  );
}

function alsoAsked({ kind, vehicle_title }: Lead): string {
  return vehicle_title ? `También preguntó por ${vehicle_title}` : `También: ${kindLabels[kind]}`;
}

/** The customer's message, or who referred the friend. */
function LeadSummary({ lead }: { lead: Lead }) {
  const words = lead.kind === "referral" ? `De parte de ${lead.name}` : lead.message;
  return (
    words && (
      <p className="min-w-0 self-end truncate text-muted-foreground text-sm @max-3xl:[grid-area:gist]">
        {words}
      </p>
    )
  );
}

/** A lead's state as a badge with a menu. */
function StateSelect({ lead }: { lead: Lead }) {
  const { mutate } = useChangeLead(leadMessages.stateFailed);
  return (
    <ChoiceMenu
      label={`Estado de ${prospectOf(lead).name}`}
      value={lead.state}
      shown={lead.state}
      options={LeadState.options.map((value) => ({ value, name: value }))}
      onChoose={(state) => mutate({ lead, change: { state } })}
      className={classNames(
        "h-11 gap-1.5 rounded-full pr-2.5 pl-3.5 font-semibold text-xs md:h-8 [&_svg]:size-3.5",
        stateStyles[lead.state],
      )}
    />
  );
}
