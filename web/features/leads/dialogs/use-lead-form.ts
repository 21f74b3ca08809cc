import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { newId } from "#web/api/new-id.ts";
import { prefetchToaster, toast } from "#web/ui/states/toast.ts";
import { type Control, type LeadField, validationErrorOf } from "./lead-field.tsx";

/**
 * Delays in milliseconds until a sent form closes, and until it is reset after that
 * (docs/product/leads.md).
 */
const CLOSE_AFTER_MS = 2000;
const RESET_AFTER_MS = 300;

export type Notice = { title: string; description: string; detail?: string | null };
export type Values = Record<string, string>;

type LeadFormOptions = {
  fields: LeadField[];
  open: boolean;
  onClose: () => void;
  /** False if the recipient is unknown. */
  sendable: boolean;
  /** Sends the values; resolves to a failure notice, or null on success. */
  send: (values: Values, submissionId: string) => Promise<Notice | null>;
  sent: Notice;
};

/**
 * State of a form: idle, sending or sent. A failure returns to idle and keeps the values. Lives in
 * a dialog that stays mounted, so that closing it loses nothing either.
 */
export function useLeadForm(options: LeadFormOptions) {
  const { fields, open, onClose, sendable, send, sent } = options;
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<{ id: string; values: string } | null>(null);
  const busy = useRef(false);
  const shown = useRef(open);
  shown.current = open;
  const [phase, setPhase] = useState<"idle" | "sending" | "sent">("idle");
  const [failure, setFailure] = useState<Notice | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (phase !== "sent") return;
    const closing = setTimeout(() => close(), CLOSE_AFTER_MS);
    const resetting = setTimeout(() => {
      form.current?.reset();
      attempt.current = null;
      busy.current = false;
      setPhase("idle");
    }, CLOSE_AFTER_MS + RESET_AFTER_MS);
    return () => {
      clearTimeout(closing);
      clearTimeout(resetting);
    };
  }, [phase]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current || !sendable) return;
    const found = findErrors(fields, event.currentTarget);
    setErrors(found.errors);
    if (found.first) {
      found.first.focus();
      return;
    }
    busy.current = true;
    prefetchToaster();
    setFailure(null);
    setPhase("sending");
    const values = readValues(event.currentTarget);
    const notice = await send(values, submissionIdFor(values));
    if (notice === null) {
      setPhase("sent");
      toast({ ...sent, variant: "success" });
      return;
    }
    busy.current = false;
    setPhase("idle");
    setFailure(notice);
    // The dialog may have been closed in the meantime.
    if (!shown.current) toast({ ...notice, variant: "destructive" });
  };

  /**
   * Reuses the ID for unchanged values, so that a retry after a lost response creates no second
   * lead.
   */
  const submissionIdFor = (values: Values): string => {
    const written = JSON.stringify(values);
    if (attempt.current?.values !== written) {
      attempt.current = { id: newId(), values: written };
    }
    return attempt.current.id;
  };

  /** Clears an error once the value is valid; reports no new errors while the person is typing. */
  const revalidate = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target;
    if (!isControl(control) || !errors[control.name]) return;
    const field = fields.find(({ name }) => name === control.name);
    if (!field || validationErrorOf(field, control)) return;
    setErrors(({ [field.name]: _, ...others }) => others);
  };

  return { form, phase, failure, errors, submit, revalidate };
}

function findErrors(fields: LeadField[], form: HTMLFormElement) {
  const errors: Record<string, string> = {};
  let first: Control | null = null;
  for (const field of fields) {
    const control = form.elements.namedItem(field.name);
    const error = isControl(control) ? validationErrorOf(field, control) : null;
    if (!isControl(control) || !error) continue;
    errors[field.name] = error;
    first ??= control;
  }
  return { errors, first };
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(
    Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()]),
  );
}

function isControl(value: unknown): value is Control {
  return value instanceof HTMLInputElement || value instanceof HTMLTextAreaElement;
}
