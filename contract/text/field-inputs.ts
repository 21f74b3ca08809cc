import { z } from "zod";
import { cleanLine, cleanText } from "./clean-line.ts";
import { readAmount } from "./typed-amount.ts";

/** What ends a line or is not seen in one, for which the database refuses it there. */
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function toLine(text: string): string {
  return cleanLine(text.replaceAll(lineBreaks, " "));
}

/** Text of one line: a space stands for what a person pastes or a sheet brings between two. */
export function line(message?: string) {
  return z.string({ error: message }).overwrite(toLine);
}

/** Text of several lines. */
export function paragraphs() {
  return z.string().overwrite((text) => cleanText(text.replaceAll(/[^\P{Cc}\t\n\r]+/gu, " ")));
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
  return orNull(z.string().overwrite(cleanText).max(longest, { error: message }));
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

/** A day that has come at the dealership, for what was sold, bought or spent. */
export function pastDay(today: string, message?: string) {
  return keptDay(message).refine((day) => day <= today, {
    error: "Ese día aún no ha llegado. Elige hoy o uno anterior.",
  });
}

/** Why a day is none that is kept, or has not come yet where that matters. */
export function dayProblem(day: string, today?: string): string | undefined {
  const schema = today === undefined ? keptDay() : pastDay(today);
  return schema.safeParse(day).error?.issues[0]?.message;
}

/** The things of a list, each once: lines, or splitColumns by commas, but for that of '1,000 W'. */
export function splitLines(text: string): string[] {
  const things = text.split(/[\n;|]|,(?!\d)/).map(toLine);
  return [...new Set(things)].filter((thing) => thing !== "");
}

/**
 * Integer or null, for year, mileage and doors: "12,345" and "12.345" are
 * 12345, "350,50" is 350, "12'500 km" is 12500, "abc" is null.
 */
export function toInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : null;
  if (typeof value !== "string") return null;
  const digits = value.replaceAll(/[\s,]|\.(?=\d{3}(?!\d))/g, "");
  const amount = readAmount(value.replace(unitBehind, ""));
  const parsed = Math.trunc(amount ?? Number.parseInt(digits, 10));
  return Number.isNaN(parsed) ? null : parsed;
}

const unitBehind = /\s*(?:kms?|kil[oó]metros|mi|mls|millas|miles)\.?\s*$/i;
