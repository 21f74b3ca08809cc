const DAY = 86_400_000;

const hour = new Intl.DateTimeFormat("es", { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat("es", { weekday: "short" });
const day = new Intl.DateTimeFormat("es", { day: "numeric", month: "short" });
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

function midnight(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0);
}
