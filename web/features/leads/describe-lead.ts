import type { Lead, LeadState } from "#contract/lead.ts";

/** Whom a lead is about: of an inquiry its sender, of a referral the friend. */
export type Prospect = { name: string; phone: string | null; email: string | null };

/** The person to answer. */
export function prospectOf(lead: Lead): Prospect {
  if (lead.referred_name === null) return { name: lead.name, phone: lead.phone, email: lead.email };
  return { name: lead.referred_name, phone: lead.referred_phone, email: null };
}

/** What the person of each lead asked besides, among these: by the same phone or e-mail. */
export function othersOfEach(leads: Lead[]): Map<string, Lead[]> {
  const ways = (lead: Lead) => {
    const { phone, email } = prospectOf(lead);
    return [phone, email].filter((way) => way !== null);
  };
  const byWay = new Map<string, Lead[]>();
  for (const lead of leads) {
    for (const way of ways(lead)) byWay.set(way, [...(byWay.get(way) ?? []), lead]);
  }
  return new Map(
    leads.map((lead) => {
      const same = new Set(ways(lead).flatMap((way) => byWay.get(way) ?? []));
      same.delete(lead);
      return [lead.id, same.size === 0 ? [] : leads.filter((other) => same.has(other))];
    }),
  );
}

/** The colours of each state, on whatever shows it; colour repeats what the word says. */
export const stateLook: Record<LeadState, string> = {
  Nuevo: "bg-info-soft text-info-ink",
  "En atención": "bg-warning-soft text-warning-ink",
  Convertido: "bg-success-soft text-success-ink",
  Perdido: "bg-muted text-muted-foreground",
};

const DAY = 86_400_000;

const hour = new Intl.DateTimeFormat("es", { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat("es", { weekday: "short" });
const day = new Intl.DateTimeFormat("es", { day: "numeric", month: "short" });
const dayAhead = new Intl.DateTimeFormat("es", {
  weekday: "short",
  day: "numeric",
  month: "short",
});
const dayOfYear = new Intl.DateTimeFormat("es", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("es", { dateStyle: "full", timeStyle: "short" });

/**
 * When something came in, as short as a list needs it: "14:05", "ayer", "mié", "3 nov", "3 nov
 * 2025".
 */
export function shortTime(then: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  if (days <= 0) return hour.format(then);
  if (days === 1) return "ayer";
  if (days < 7) return weekday.format(then);
  return then.getFullYear() === now.getFullYear() ? day.format(then) : dayOfYear.format(then);
}

/** The same in full. */
export function longTime(then: Date): string {
  return moment.format(then);
}

/** How long somebody waits, in one unit: "12 min", "3 h", "2 días". */
export function waitingTime(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 día" : `${days} días`;
}

/** A day of a next step: "Hoy", "Mañana", "vie, 27 nov"; one that has passed: "Desde el 20 nov". */
export function stepDay(on: string, now: Date): string {
  const then = new Date(`${on}T00:00:00`);
  const days = Math.round((then.getTime() - midnight(now)) / DAY);
  if (days < 0) return `Desde el ${day.format(then)}`;
  if (days < 2) return days === 0 ? "Hoy" : "Mañana";
  return dayAhead.format(then);
}

function midnight(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0);
}
