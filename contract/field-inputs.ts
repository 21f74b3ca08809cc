import { z } from "zod";

/** What ends a line or is not seen in one, for which the database refuses it there. */
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function toLine(text: string): string {
  return text.replaceAll(lineBreaks, " ").trim();
}

/** Text of one line: a space stands for what a person pastes or a sheet brings between two. */
export function line(message?: string) {
  return z.string({ error: message }).overwrite(toLine);
}

/** Text of several lines. */
export function paragraphs() {
  return z.string().overwrite((text) => text.replaceAll(/[^\P{Cc}\t\n\r]+/gu, " "));
}

/** A line that must be there. `message` is said of none. */
export function requiredLine(message: string, longest: number) {
  return line(message)
    .min(1, { error: message })
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` });
}

/** A line of at most so many characters, changed by `change`; none is null. */
export function optionalLine(
  longest: number,
  message: string,
  change: (text: string) => string = (text) => text,
) {
  return orNull(line().max(longest, { error: message })).transform((text) => text && change(text));
}

/** Text of at most so many characters; none is null. */
export function optionalText(longest: number, message: string) {
  return orNull(z.string().trim().max(longest, { error: message }));
}

function orNull(text: z.ZodString) {
  return text.nullish().transform((told) => told || null);
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
  const things = text.split(/[\n;|]|,(?!\d)/).map(toLine);
  return [...new Set(things)].filter((thing) => thing !== "");
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
