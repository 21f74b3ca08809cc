import { daysBetween, knownZone, localDay } from "#contract/dealership-day.ts";
import type { Units } from "#contract/units.ts";

const weekday = new Intl.DateTimeFormat("es", { weekday: "long", timeZone: "UTC" });
const dayOfYear = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * Text of a reservation: "Apartado hasta el sábado" within a week, else "Apartado hasta el 12 de
 * diciembre"; null without one. Takes the last day and the dealership's today as YYYY-MM-DD. The
 * text stays valid as long as the reservation.
 */
export function reservedUntil(day: string | null, today: string): string | null {
  if (day === null) return null;
  const ahead = daysBetween(today, day);
  if (ahead < 0) return "Apartado";
  const words = ahead < 7 ? weekday : dayOfYear;
  return `Apartado hasta el ${words.format(new Date(`${day}T00:00:00Z`))}`;
}

/** As above for loaders of public pages, in the dealership's time zone. */
export function publicReservedUntil(day: string | null, { zone }: Units): string | null {
  return reservedUntil(day, localDay(new Date(), knownZone(zone)));
}
