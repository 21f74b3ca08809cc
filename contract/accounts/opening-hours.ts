import { z } from "zod";

/** The days of the week as opening hours name them, from Monday. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const time = "([01][0-9]|2[0-3]):[0-5][0-9]";
const spans = new RegExp(`^${time}-${time}(,${time}-${time})?$`);
const zoneName = /^([A-Za-z]+([/_+-][A-Za-z0-9]+)*)?$/;

/** The latest closing time past midnight. A close before the opening time falls on the next day. */
const LATEST_CLOSE = "06:00";

/**
 * "09:00-18:00"; "09:00-13:00,15:00-19:00" for a day with a break; "18:00-02:00" for a close on the
 * next day; "" for a closed day.
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

/** Whether the first span ends on its day and before the second starts. */
function hasBreak(text: string): boolean {
  const [, second] = text.split(",");
  return (
    !second || (text.slice(0, 5) < text.slice(6, 11) && text.slice(6, 11) < second.slice(0, 5))
  );
}

/**
 * config.profile.hours: when a dealership is open, with the IANA name of its time zone. Closed on
 * every day means that no hours are set. The database applies the same rules
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

/** Whether any hours are set, with a time zone. */
export function hasOpeningHours(hours: OpeningHours): boolean {
  return hours.zone !== "" && WEEKDAYS.some((day) => hours[day] !== "");
}
