/** IANA zone names that private.known_zone accepts too. */
const zoneName =
  /^(?!posix\/|right\/)(utc|gmt|etc\/gmt(\+(\d|1[0-2])|-(\d|1[0-4]))|[a-z_]+(\/[a-z_-]+){1,2})$/i;

/** Fallback time zone, in the first market. */
const defaultZone = "America/New_York";

/** Cached, because creating a format takes longer than using it thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The first of these that is a known time zone, else the fallback. */
export function knownZone(...zones: (string | null | undefined)[]): string {
  return zones.find((zone) => zone && zoneName.test(zone) && formatIn(zone)) ?? defaultZone;
}

/** This device's time zone, sent with requests for dealerships that have none. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The time zone of a dealership's days in the browser; matches private.zone_of for its requests.
 */
export function zoneHere({ zone }: { zone?: string | undefined }): string {
  return knownZone(zone, deviceZone());
}

/** The day (YYYY-MM-DD) of a moment in a time zone; matches private.local_day. */
export function localDay(time: Date, zone: string): string {
  const format = formatIn(knownZone(zone)) ?? formatIn("UTC");
  return format?.format(time) ?? "";
}

/** Today at a dealership, in the browser. */
export function todayHere(units: { zone?: string | undefined }): string {
  return localDay(new Date(), zoneHere(units));
}

/** Returns null for an unknown zone. The Swedish locale writes days as YYYY-MM-DD. */
function formatIn(zone: string): Intl.DateTimeFormat | null {
  const timeZone = zone.toLowerCase();
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("sv", { timeZone });
    formats.set(timeZone, format);
    return format;
  } catch {
    return null;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
}
