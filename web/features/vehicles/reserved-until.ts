import { daysBetween, knownZone, localDay } from "#contract/dealership-day.ts";
import type { Units } from "#contract/units.ts";

const weekday = new Intl.DateTimeFormat("es", { weekday: "long", timeZone: "UTC" });
const dayOfYear = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * Until when a vehicle is reserved: "Apartado hasta el sábado" within the week, "Apartado hasta el
 * 12 de diciembre" beyond; null where it is not. Takes the last day and the dealership's today as
 * YYYY-MM-DD. What is said stays true for as long as the reservation stands.
 */
export function reservedUntil(day: string | null, today: string): string | null {
  if (day === null) return null;
  const ahead = daysBetween(today, day);
  if (ahead < 0) return "Apartado";
  const words = ahead < 7 ? weekday : dayOfYear;
  return `Apartado hasta el ${words.format(new Date(`${day}T00:00:00Z`))}`;
}

/** The same for loaders of public pages, whose own time zone is no dealership's. */
export function publicReservedUntil(day: string | null, { zone }: Units): string | null {
  return reservedUntil(day, localDay(new Date(), knownZone(zone)));
}
