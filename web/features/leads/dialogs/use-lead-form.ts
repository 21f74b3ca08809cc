import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { newId } from "#web/api/new-id.ts";
import { prefetchToaster, toast } from "#web/ui/states/toast.ts";
import { type Control, faultOf, type LeadField } from "./lead-field.tsx";

/**
 * How long a sent form stays, and how long after that it is emptied, in milliseconds
 * (docs/product/leads.md).
 */
const CLOSE_AFTER = 2000;
const RESET_AFTER = 300;

export type Notice = { title: string; description: string; detail?: string | null };
export type Values = Record<string, string>;

type LeadFormOptions = {
  fields: LeadField[];
  open: boolean;
  onClose: () => void;
  /** False when it is not known to whom to send. */
  sendable: boolean;
  /** Sends what was typed; gives the notice of a failure, or null when it was sent. */
  send: (values: Values, submissionId: string) => Promise<Notice | null>;
  sent: Notice;
};

/**
 * A form that is idle, sending or sent. A failure makes it idle again with everything still in it.
 * It belongs to a dialog that stays mounted, so that closing by mistake loses nothing either.
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
  const [faults, setFaults] = useState<Record<string, string>>({});

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (phase !== "sent") return;
    const closing = setTimeout(() => close(), CLOSE_AFTER);
    const resetting = setTimeout(() => {
      form.current?.reset();
      attempt.current = null;
      busy.current = false;
      setPhase("idle");
    }, CLOSE_AFTER + RESET_AFTER);
    return () => {
      clearTimeout(closing);
      clearTimeout(resetting);
    };
  }, [phase]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current || !sendable) return;
    const found = findFaults(fields, event.currentTarget);
    setFaults(found.faults);
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
    // Whoever has closed the dialog meanwhile reads it nevertheless.
    if (!shown.current) toast({ ...notice, variant: "destructive" });
  };

  /**
   * The same text keeps its id, so that repeating it after a lost answer makes no second lead; a
   * changed text is another one.
   */
  const submissionIdFor = (values: Values): string => {
    const written = JSON.stringify(values);
    if (attempt.current?.values !== written) {
      attempt.current = { id: newId(), values: written };
    }
    return attempt.current.id;
  };

  /** Takes a fault away once it is mended; finds no new ones while somebody is still typing. */
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target;
    if (!isControl(control) || !faults[control.name]) return;
    const field = fields.find(({ name }) => name === control.name);
    if (!field || faultOf(field, control)) return;
    setFaults(({ [field.name]: _, ...others }) => others);
  };

  return { form, phase, failure, faults, submit, recheck };
}

function findFaults(fields: LeadField[], form: HTMLFormElement) {
  const faults: Record<string, string> = {};
  let first: Control | null = null;
  for (const field of fields) {
    const control = form.elements.namedItem(field.name);
    const fault = isControl(control) ? faultOf(field, control) : null;
    if (!isControl(control) || !fault) continue;
    faults[field.name] = fault;
    first ??= control;
  }
  return { faults, first };
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(
    Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()]),
  );
}

function isControl(value: unknown): value is Control {
  return value instanceof HTMLInputElement || value instanceof HTMLTextAreaElement;
}
