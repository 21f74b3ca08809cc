const DAY = 86_400_000;
const weekday = new Intl.DateTimeFormat("es", { weekday: "long", timeZone: "UTC" });
const dayOfYear = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * Until when a vehicle is reserved: "Apartado hasta el sábado" within the week, "Apartado hasta el
 * 12 de diciembre" beyond; null where it is not. Takes the last day as YYYY-MM-DD. What is said
 * stays true for as long as the reservation stands. Public pages have it said by the server.
 */
export function reservedUntil(day: string | null, now: Date = new Date()): string | null {
  if (day === null) return null;
  const date = new Date(`${day}T00:00:00Z`);
  const ahead = date.getTime() - now.getTime();
  if (ahead < -DAY) return "Apartado";
  return `Apartado hasta el ${(ahead < 6 * DAY ? weekday : dayOfYear).format(date)}`;
}
