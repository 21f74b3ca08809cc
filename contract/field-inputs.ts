import { z } from "zod";

/** Text that must be there; trimmed. `message` is said of none. */
export function requiredText(message: string, longest: number) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` });
}

/** Text of at most so many characters, changed by `change`; none is null. */
export function optionalText(
  longest: number,
  message: string,
  change: (text: string) => string = (text) => text,
) {
  return z
    .string()
    .trim()
    .max(longest, { error: message })
    .transform((text) => (text === "" ? null : change(text)))
    .nullish()
    .transform((text) => text ?? null);
}

/** One of the choices; none is null. */
export function optionalChoice<Choice extends z.ZodType>(choice: Choice) {
  return z.preprocess(
    (value) => (value === "" || value === undefined ? null : value),
    choice.nullable(),
  );
}

/** A number within bounds, or null. */
export function wholeNumber(least: number, most: number, error: string) {
  return z.number().min(least, { error }).max(most, { error }).nullable();
}

/** The days that the database keeps: whoever types a year passes through others. */
export const FIRST_DAY = "1950-01-01";
export const LAST_DAY = "2100-01-01";

/** A day as YYYY-MM-DD. `message` is said of none. */
export function keptDay(message?: string) {
  return z.iso.date({ error: message }).refine((day) => day >= FIRST_DAY && day <= LAST_DAY, {
    error: "Elige un día entre 1950 y 2100.",
  });
}

/** The things of a list, each once: lines, or parted by commas, but for that of '1,000 W'. */
export function splitLines(text: string): string[] {
  const lines = text.split(/[\n;|]|,(?!\d)/).map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== "");
}

/**
 * Integer or null, as product section 5 says for year, mileage and doors: "12,345" and "12.345" are
 * 12345, "abc" is null.
 */
export function toInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : null;
  if (typeof value !== "string") return null;
  const digits = value.replaceAll(/[\s,]|\.(?=\d{3}(?!\d))/g, "");
  const parsed = Number.parseInt(digits, 10);
  return Number.isNaN(parsed) ? null : parsed;
}
