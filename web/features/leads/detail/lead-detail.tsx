import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Check, CircleAlert, X } from "lucide-react";
import { ToggleGroup } from "radix-ui";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type Lead, LeadState, MAX_NOTES_LENGTH } from "#contract/customers/lead.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useZone } from "#web/session/dealership/use-today.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Textarea } from "#web/ui/fields/input.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { formatLongTime, prospectOf, stateStyles } from "../describe-lead.ts";
import { leadQuery } from "../lead-queries.ts";
import { kindLabels, leadMessages } from "../messages.ts";
import { ContactActions } from "./contact-actions.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { LeadFacts, LeadRequest } from "./lead-facts.tsx";
import { NextStepField } from "./next-step.tsx";
import { PersonHistory } from "./person-history.tsx";
import { useChangeLead } from "./use-change-lead.ts";
import { type NotesPhase, useNotes } from "./use-notes.ts";

type LeadDetailProps = {
  id: string;
  /** The list's copy, shown until the lead is loaded. */
  known: Lead | undefined;
  onClose: () => void;
};

/**
 * A lead with state, reply buttons and notes. Full screen on phones, next to the list from 1024 px
 * on.
 */
export function LeadDetail({ id, known, onClose }: LeadDetailProps) {
  const { supabase } = useAuth();
  const query = useQuery({
    ...leadQuery(supabase, id),
    initialData: known,
    initialDataUpdatedAt: 0,
  });
  const { data, isError } = query;
  if (data) return <LoadedLead key={id} lead={data} onClose={onClose} />;
  return (
    <Pane onClose={onClose}>
      {data === null ? (
        <EmptyState
          className="border-0"
          drawing={<NothingFoundDrawing />}
          {...leadMessages.missing}
        />
      ) : isError ? (
        <LoadFailed
          className="border-0"
          title={leadMessages.loadFailed}
          description={requestErrorMessage(query.error)}
          query={query}
        />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </Pane>
  );
}

function LoadedLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { name } = prospectOf(lead);
  const { role } = useActiveUser();
  const zone = useZone();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Pane onClose={onClose} labelledBy={headingId}>
      <header className="grid gap-1 pr-12 max-lg:pr-0">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="wrap-anywhere font-semibold text-title outline-none"
        >
          {name}
        </h2>
        <p className="text-muted-foreground text-sm">
          <span>{`${kindLabels[lead.kind]} · `}</span>
          <time dateTime={lead.created_at}>{formatLongTime(new Date(lead.created_at), zone)}</time>
        </p>
      </header>
      <LeadRequest lead={lead} />
      <ContactActions lead={lead} />
      {lead.kind === "direct_contact" && role !== "admin" && <CustomerFields lead={lead} />}
      <StateChoice lead={lead} />
      <NextStepField lead={lead} />
      <LeadNotes lead={lead} />
      <LeadFacts lead={lead} onGone={onClose} />
      <PersonHistory lead={lead} />
    </Pane>
  );
}

function Pane(props: { onClose: () => void; labelledBy?: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={props.labelledBy}
      className="relative grid content-start gap-5 max-lg:pb-24 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:rounded-xl lg:border lg:bg-card lg:p-6 lg:shadow-card"
    >
      <button
        type="button"
        onClick={props.onClose}
        className="touch-target inline-flex w-fit items-center gap-1.5 rounded-md font-medium text-muted-foreground text-sm hover:text-foreground lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Prospectos
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Cerrar prospecto"
        onClick={props.onClose}
        className="absolute top-3 right-3 max-lg:hidden"
      >
        <X aria-hidden="true" />
      </Button>
      {props.children}
    </section>
  );
}

/** The team's notes on a lead, which save themselves and show that they did. */
function LeadNotes({ lead }: { lead: Lead }) {
  const { text, type, save, phase, discard } = useNotes(lead);
  const guard = useUnsavedGuard({
    dirty: phase === "failed",
    description: "Tus notas no se pudieron guardar y se perderán.",
    onLeave: discard,
  });
  return (
    <div className="grid gap-2">
      <Field label="Notas" aside={<PhaseWords phase={phase} hasText={text !== ""} />}>
        <Textarea
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={phase === "typing" ? save : undefined}
          maxLength={MAX_NOTES_LENGTH}
          placeholder="Qué busca, cuándo llamarle, qué le ofreciste..."
          className="max-h-80"
        />
      </Field>
      {phase === "failed" && (
        <div role="alert" className="flex items-center justify-between gap-3">
          <p className="flex items-center gap-1.5 text-destructive-ink text-sm">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            No se pudieron guardar.
          </p>
          <Button variant="outline" size="sm" onClick={save}>
            Reintentar
          </Button>
        </div>
      )}
      {guard.dialog}
    </div>
  );
}

function PhaseWords({ phase, hasText }: { phase: NotesPhase; hasText: boolean }) {
  return (
    <span role="status" className="inline-flex items-center gap-1">
      {phase === "saving" && <span>Guardando...</span>}
      {phase === "saved" && hasText && (
        <>
          <Check aria-hidden="true" className="size-3.5" />
          <span>Guardado</span>
        </>
      )}
    </span>
  );
}

/**
 * The four states as large buttons. Arrow keys only move the focus; Enter, Space or a press
 * selects.
 */
function StateChoice({ lead }: { lead: Lead }) {
  const { mutate } = useChangeLead(leadMessages.stateFailed);
  const choose = (value: string) => {
    const state = LeadState.safeParse(value);
    if (state.success) mutate({ lead, change: { state: state.data } });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-sm">Estado</legend>
      <ToggleGroup.Root
        type="single"
        value={lead.state}
        onValueChange={choose}
        className="grid grid-cols-2 gap-1 rounded-xl bg-muted p-1 sm:grid-cols-4"
      >
        {LeadState.options.map((state) => (
          <ToggleGroup.Item
            key={state}
            value={state}
            className={classNames(
              "grid h-11 cursor-pointer place-items-center rounded-lg px-2 text-center font-medium text-muted-foreground text-sm transition-colors hover:text-foreground",
              state === lead.state && "bg-card font-semibold text-foreground shadow-card",
              state === lead.state && state !== "Perdido" && stateStyles[state],
            )}
          >
            {state}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
    </fieldset>
  );
}
