const options = { day: "numeric", timeZone: "UTC" } as const;
const short = new Intl.DateTimeFormat("es", { ...options, month: "short", year: "numeric" });
const long = new Intl.DateTimeFormat("es", { ...options, month: "long", weekday: "long" });
const longAgo = new Intl.DateTimeFormat("es", { ...options, month: "long", year: "numeric" });

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formats a day (YYYY-MM-DD) briefly: "3 mar 2026". */
export function formatShortDay(day: string): string {
  return short.format(at(day));
}

/** Formats a day for a sentence: "martes, 3 de marzo", with the year if it is not today's. */
export function formatLongDay(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return (isThisYear ? long : longAgo).format(at(day));
}
