import { z } from "zod";
import { cleanLine, cleanText } from "./clean-line.ts";
import { readAmount } from "./typed-amount.ts";

/** Line breaks and control characters, which the database rejects in a line. */
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function toLine(text: string): string {
  return cleanLine(text.replaceAll(lineBreaks, " "));
}

/** One line of text. Pasted line breaks become spaces. */
export function line(message?: string) {
  return z.string({ error: message }).overwrite(toLine);
}

/** Text of several lines. */
export function paragraphs() {
  return z.string().overwrite((text) => cleanText(text.replaceAll(/[^\P{Cc}\t\n\r]+/gu, " ")));
}

/** A required line; `message` is the error for an empty one. */
export function requiredLine(message: string, longest: number) {
  return line(message)
    .min(1, { error: message })
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` });
}

/** An optional line of at most `longest` characters, transformed by `change`; null when empty. */
export function optionalLine(
  longest: number,
  message: string,
  change: (text: string) => string = (text) => text,
) {
  return orNull(line().max(longest, { error: message })).transform((text) => text && change(text));
}

/** Optional text of at most `longest` characters; null when empty. */
export function optionalText(longest: number, message: string) {
  return orNull(z.string().overwrite(cleanText).max(longest, { error: message }));
}

function orNull(text: z.ZodString) {
  return text.nullish().transform((told) => told || null);
}

/** An optional choice; null when empty. */
export function optionalChoice<Choice extends z.ZodType>(choice: Choice) {
  return z.preprocess(
    (value) => (value === "" || value === undefined ? null : value),
    choice.nullable(),
  );
}

export function wholeNumber(least: number, most: number, error: string) {
  return z.number().min(least, { error }).max(most, { error }).nullable();
}

/** The range of days that the database accepts. A half-typed year is outside of it. */
export const FIRST_DAY = "1950-01-01";
export const LAST_DAY = "2100-01-01";

/** A day as YYYY-MM-DD; `message` is the error for a missing one. */
export function storableDay(message?: string) {
  return z.iso.date({ error: message }).refine((day) => day >= FIRST_DAY && day <= LAST_DAY, {
    error: "Elige un día entre 1950 y 2100.",
  });
}

/** A day that is not in the future at the dealership, for sales, purchases and expenses. */
export function pastDay(today: string, message?: string) {
  return storableDay(message).refine((day) => day <= today, {
    error: "Ese día aún no ha llegado. Elige hoy o uno anterior.",
  });
}

/** Why a day is invalid, or, with `today`, lies in the future. */
export function dayProblem(day: string, today?: string): string | undefined {
  const schema = today === undefined ? storableDay() : pastDay(today);
  return schema.safeParse(day).error?.issues[0]?.message;
}

/**
 * Splits a list at line breaks, semicolons and commas (but not in '1,000 W') and removes
 * duplicates.
 */
export function splitLines(text: string): string[] {
  const things = text.split(/[\n;|]|,(?!\d)/).map(toLine);
  return [...new Set(things)].filter((thing) => thing !== "");
}

/**
 * Parses an integer for year, mileage and doors: "12,345" and "12.345" give 12345, "350,50" gives
 * 350, "12'500 km" gives 12500, "abc" gives null.
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
