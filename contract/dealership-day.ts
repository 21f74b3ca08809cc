/** The names of IANA zones that private.known_zone accepts, too. */
const zoneName =
  /^(?!posix\/|right\/)(utc|gmt|etc\/gmt(\+(\d|1[0-2])|-(\d|1[0-4]))|[a-z_]+(\/[a-z_-]+){1,2})$/i;

/** The zone of the first market, for a dealership without a known zone. */
const standardZone = "America/New_York";

/** Making one takes longer than using it thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The first of these time zones that is one, else that of the first market. */
export function knownZone(...zones: (string | null | undefined)[]): string {
  return zones.find((zone) => zone && zoneName.test(zone) && formatIn(zone)) ?? standardZone;
}

/** The time zone of this device, which requests name for a dealership that has none. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time zone of a dealership's days in a browser; equal to private.zone_of for its requests. */
export function zoneHere({ zone }: { zone?: string | undefined }): string {
  return knownZone(zone, deviceZone());
}

/** The day (YYYY-MM-DD) of a moment in a time zone; equal to private.local_day. */
export function localDay(time: Date, zone: string): string {
  const format = formatIn(knownZone(zone)) ?? formatIn("UTC");
  return format?.format(time) ?? "";
}

/** Today at a dealership, in a browser. */
export function todayHere(units: { zone?: string | undefined }): string {
  return localDay(new Date(), zoneHere(units));
}

/** Null where the zone is none. Swedish writes days as they are stored. */
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

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days later the second day is. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
}
