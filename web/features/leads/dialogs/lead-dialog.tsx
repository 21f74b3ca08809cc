import { Check, CircleAlert, X } from "lucide-react";
import { type MouseEvent, type PointerEvent, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "#web/ui/controls/button.tsx";
import { useCloseOnBack } from "#web/ui/overlays/close-on-back.tsx";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { type LeadField, LeadFormField } from "./lead-field.tsx";
import { type Notice, useLeadForm, type Values } from "./use-lead-form.ts";

type LeadDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  fields: LeadField[];
  submitLabel: string;
  /** False if the recipient is unknown. */
  sendable: boolean;
  send: (values: Values, submissionId: string) => Promise<Notice | null>;
  sent: Notice;
};

/** Honeypot field; its name is one that browsers do not autofill. */
const HONEYPOT = "website";

/**
 * A sheet on phones, a panel from 640 px on. A native dialog, because public pages load no dialog
 * library (decision 040).
 */
const PANEL = [
  "m-0 mt-auto max-h-[92dvh] w-full max-w-none flex-col rounded-t-2xl border-t bg-popover text-popover-foreground shadow-overlay open:flex",
  "sm:m-auto sm:max-w-lg sm:rounded-2xl sm:border",
  "translate-y-8 opacity-0 transition-all transition-discrete duration-300 ease-out-soft open:translate-y-0 open:opacity-100",
  "starting:open:translate-y-8 starting:open:opacity-0 backdrop:bg-[hsl(222_47%_6%/0.55)]",
].join(" ");

/** Dialog with an inquiry or referral form; keeps the typed values when closed. */
export function LeadDialog(props: LeadDialogProps) {
  const { open, onClose, fields } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { form, phase, failure, errors, submit, revalidate } = useLeadForm(props);
  const outside = useClickOutside(onClose);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  useCloseOnBack(open, onClose, dialog);
  // The close event comes in a later task, when the dialog may have been opened again. Escape
  // therefore counts at its cancel event already.
  const closed = () => {
    if (!dialog.current?.open) onClose();
  };

  return createPortal(
    <dialog
      ref={dialog}
      onCancel={onClose}
      onClose={closed}
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-more`}
      className={PANEL}
      {...outside}
    >
      <form ref={form} noValidate onSubmit={submit} onInput={revalidate} className="contents">
        <div className="grid gap-1 px-5 pt-5 pr-14 pb-3 sm:px-6 sm:pt-6 sm:pr-16">
          <h2 id={titleId} className="font-semibold text-lg leading-snug tracking-tight">
            {props.title}
          </h2>
          <p id={`${titleId}-more`} className="wrap-anywhere text-muted-foreground text-sm">
            {props.description}
          </p>
        </div>
        <div className="grid min-h-0 gap-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-6">
          {fields.map((field) => (
            <LeadFormField
              key={field.name}
              field={field}
              error={errors[field.name]}
              readOnly={phase !== "idle"}
            />
          ))}
          <div aria-hidden="true" className="absolute -left-[200vw]">
            <label>
              No llenes este campo
              <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
        </div>
        <div className="grid gap-3 border-t px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
          {failure && <FailureNotice {...failure} />}
          <Button
            type="submit"
            size="lg"
            className={`w-full ${phase === "sent" ? "bg-success-soft text-success-ink shadow-none aria-disabled:opacity-100" : ""}`}
            aria-disabled={phase !== "idle" || !props.sendable || undefined}
            aria-busy={phase === "sending" || undefined}
          >
            {phase === "sending" && <Spinner className="size-4" />}
            {phase === "sent" && <Check aria-hidden="true" />}
            <span>{phase === "idle" ? props.submitLabel : progress[phase]}</span>
          </Button>
          <p role="status" className="sr-only">
            {phase === "sent"
              ? `${props.sent.title} ${props.sent.description}`
              : phase === "sending" && progress.sending}
          </p>
        </div>
      </form>
      <button
        type="button"
        aria-label="Cerrar"
        onClick={onClose}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-full text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </dialog>,
    document.body,
  );
}

const progress = { sending: "Enviando...", sent: "¡Enviado!" } as const;

function FailureNotice({ title, description, detail }: Notice) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-xl bg-destructive-soft p-4 text-destructive-ink text-sm leading-relaxed"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="wrap-anywhere grid gap-0.5">
        <p className="font-semibold">{title}</p>
        <p>{description}</p>
        {detail && <p>{detail}</p>}
      </div>
    </div>
  );
}

/**
 * Closes on a backdrop click, but not on a drag that starts inside the panel, such as a text
 * selection.
 */
function useClickOutside(onClose: () => void) {
  const pressed = useRef(false);
  const isOutside = ({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return false;
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressed.current = isOutside(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (pressed.current && isOutside(event)) onClose();
    },
  };
}
