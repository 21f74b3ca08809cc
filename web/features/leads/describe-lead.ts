import type { Lead, LeadState } from "#contract/customers/lead.ts";
import { daysBetween, localDay } from "#contract/dealership-day.ts";
import { phoneSpellings } from "#contract/text/phone-spellings.ts";

/** The person to contact: the sender of an inquiry, the friend of a referral. */
export type Prospect = { name: string; phone: string | null; email: string | null };

export function prospectOf(lead: Lead): Prospect {
  if (lead.referred_name === null) return { name: lead.name, phone: lead.phone, email: lead.email };
  return { name: lead.referred_name, phone: lead.referred_phone, email: null };
}

/** For each lead, the other leads from the same person, matched by phone or e-mail. */
export function relatedLeads(leads: Lead[]): Map<string, Lead[]> {
  const contactKeys = (lead: Lead) => {
    const { phone, email } = prospectOf(lead);
    return [phone && phoneSpellings(phone)[0], email?.toLowerCase()].filter(isPresent);
  };
  const byKey = new Map<string, Lead[]>();
  for (const lead of leads) {
    for (const key of contactKeys(lead)) byKey.set(key, [...(byKey.get(key) ?? []), lead]);
  }
  return new Map(
    leads.map((lead) => {
      const same = new Set(contactKeys(lead).flatMap((key) => byKey.get(key) ?? []));
      same.delete(lead);
      return [lead.id, same.size === 0 ? [] : leads.filter((other) => same.has(other))];
    }),
  );
}

function isPresent(key: string | null | undefined): key is string {
  return key !== null && key !== undefined && key !== "";
}

/** Colors of each state; never the only cue, because the text says it, too. */
export const stateStyles: Record<LeadState, string> = {
  Nuevo: "bg-info-soft text-info-ink",
  "En atención": "bg-warning-soft text-warning-ink",
  Convertido: "bg-success-soft text-success-ink",
  Perdido: "bg-muted text-muted-foreground",
};

const dayAhead = new Intl.DateTimeFormat("es", {
  weekday: "short",
  day: "numeric",
  month: "short",
});
const day = new Intl.DateTimeFormat("es", { day: "numeric", month: "short" });

/** Caches the formatters per time zone. */
const formatsOf = new Map<string, Record<keyof typeof formats, Intl.DateTimeFormat>>();
const formats = {
  hour: { hour: "2-digit", minute: "2-digit" },
  weekday: { weekday: "short" },
  day: { day: "numeric", month: "short" },
  dayOfYear: { dateStyle: "medium" },
  moment: { dateStyle: "full", timeStyle: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

function formatsIn(timeZone: string) {
  const known = formatsOf.get(timeZone);
  if (known) return known;
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("es", { ...options, timeZone });
  const made = {
    hour: make(formats.hour),
    weekday: make(formats.weekday),
    day: make(formats.day),
    dayOfYear: make(formats.dayOfYear),
    moment: make(formats.moment),
  };
  formatsOf.set(timeZone, made);
  return made;
}

/**
 * Formats a time briefly in the dealership's time zone: "14:05", "ayer", "mié", "3 nov", "3 nov
 * 2025".
 */
export function formatShortTime(then: Date, now: Date, zone: string): string {
  const { hour, weekday, day, dayOfYear } = formatsIn(zone);
  const [on, today] = [localDay(then, zone), localDay(now, zone)];
  const days = daysBetween(on, today);
  if (days <= 0) return hour.format(then);
  if (days === 1) return "ayer";
  if (days < 7) return weekday.format(then);
  return (on.slice(0, 4) === today.slice(0, 4) ? day : dayOfYear).format(then);
}

/** Formats a time in full. */
export function formatLongTime(then: Date, zone: string): string {
  return formatsIn(zone).moment.format(then);
}

/** Formats a time for spreadsheets: "2026-11-21 09:05". */
export function formatSheetTime(then: Date, zone: string): string {
  return `${localDay(then, zone)} ${formatsIn(zone).hour.format(then)}`;
}

/** Formats a waiting time in one unit: "12 min", "3 h", "2 días". */
export function formatWaitingTime(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 día" : `${days} días`;
}

/**
 * Formats the day of a next step: "Hoy", "Mañana", "vie, 27 nov"; if overdue, "Desde el 20 nov".
 */
export function formatStepDay(on: string, today: string): string {
  const then = new Date(`${on}T00:00:00`);
  const days = daysBetween(today, on);
  if (days < 0) return `Desde el ${day.format(then)}`;
  if (days < 2) return days === 0 ? "Hoy" : "Mañana";
  return dayAhead.format(then);
}
