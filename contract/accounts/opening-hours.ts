import { z } from "zod";

/** The days of a week from Monday on, as opening hours name them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const time = "([01][0-9]|2[0-3]):[0-5][0-9]";
const spans = new RegExp(`^${time}-${time}(,${time}-${time})?$`);
const zoneName = /^([A-Za-z]+([/_+-][A-Za-z0-9]+)*)?$/;

/** Whoever closes before opening closes on the day after, if that is no later than this. */
const LATEST_CLOSE = "06:00";

/**
 * "09:00-18:00"; "09:00-13:00,15:00-19:00" for a day with a break; "18:00-02:00" until the day
 * after; or "" for a day on which it is closed.
 */
const Day = z
  .string()
  .refine((text) => text === "" || spans.test(text), { error: "Escribe las dos horas." })
  .refine((text) => text.split(",").every(closesAfterOpening), {
    error: "La hora de cierre va después de la de apertura.",
  })
  .refine(hasBreak, { error: "El segundo horario empieza después del primero." })
  .nullish()
  .transform((text) => text ?? "");

function closesAfterOpening(span: string): boolean {
  const [opens = "", closes = ""] = span.split("-");
  return span === "" || opens < closes || (closes < opens && closes <= LATEST_CLOSE);
}

/** The first of two ends on its day, and before the second begins. */
function hasBreak(text: string): boolean {
  const [, second] = text.split(",");
  return (
    !second || (text.slice(0, 5) < text.slice(6, 11) && text.slice(6, 11) < second.slice(0, 5))
  );
}

/**
 * config.profile.hours: when a dealership is open, and the IANA name of the time zone in which it
 * says so. Closed on every day means that nothing was said. The database refuses the same
 * (private.is_opening_hours).
 */
export const OpeningHours = z.object({
  zone: z
    .string()
    .max(64)
    .regex(zoneName)
    .nullish()
    .transform((zone) => zone ?? ""),
  mon: Day,
  tue: Day,
  wed: Day,
  thu: Day,
  fri: Day,
  sat: Day,
  sun: Day,
});
export type OpeningHours = z.output<typeof OpeningHours>;

/** Whether they say when it is open, and where that time is. */
export function tellsHours(hours: OpeningHours): boolean {
  return hours.zone !== "" && WEEKDAYS.some((day) => hours[day] !== "");
}
