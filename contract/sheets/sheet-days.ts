import { z } from "zod";
import { storableDay } from "../text/field-inputs.ts";
import { foldText } from "../text/fold-text.ts";

/** Whether a sheet writes the day or the month first; null when it cannot be determined. */
export const DayOrders = z.enum(["day first", "month first"]).nullable();
export type DayOrder = z.infer<typeof DayOrders>;

/** Spanish and English months, by their first three letters. */
const months = [
  ["ene", "jan"],
  ["feb"],
  ["mar"],
  ["abr", "apr"],
  ["may"],
  ["jun"],
  ["jul"],
  ["ago", "aug"],
  ["sep"],
  ["oct"],
  ["nov"],
  ["dic", "dec"],
];

/**
 * Derives a column's order from the days that can only be read one way. "3/4/2026" alone is
 * ambiguous, but not next to "1/31/2026".
 */
export function dayOrderOf(texts: string[]): DayOrder {
  const parts = texts.map((text) => numbersOf(withoutTime(text)));
  const hasDayFirst = parts.some((numbers) => numbers !== null && numbers.one > 12);
  const hasMonthFirst = parts.some((numbers) => numbers !== null && numbers.other > 12);
  if (hasDayFirst === hasMonthFirst) return null;
  return hasDayFirst ? "day first" : "month first";
}

/**
 * Parses a cell's day as YYYY-MM-DD. Returns null when it is invalid, ambiguous or outside the
 * bounds that the database accepts.
 */
export function readDay(text: string, order: DayOrder): string | null {
  const day = withoutTime(text);
  const numbers = numbersOf(day);
  if (!numbers) return valid(namedDay(day) ?? yearFirst(day) ?? countedDay(day) ?? day);
  const { one, other, year } = numbers;
  if (one > 12 || order === "day first") return valid(written(year, other, one));
  const isCertain = other > 12 || one === other || order === "month first";
  return isCertain ? valid(written(year, one, other)) : null;
}

/** Strips weekday and time, as in "Saturday, February 28, 2026 13:45". */
const withoutTime = (text: string) =>
  text
    .trim()
    .replace(
      /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\p{L}*[.,]* +(?=\d{1,2}[/.-]|\d{4}-|.*\p{L}{3})/iu,
      "",
    )
    .replace(/[T ]+\d{1,2}:\d{2}.*$/, "");

function numbersOf(text: string): { one: number; other: number; year: number } | null {
  const [, one, other, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (one === undefined || other === undefined || year === undefined) return null;
  return { one: Number(one), other: Number(other), year: fullYear(year) };
}

/** "12-Jan-26", "12 de enero de 2026" and "Jan 12, 2026". */
function namedDay(text: string): string | null {
  const folded = foldText(text).replaceAll(/\bde\b/g, " ");
  const [, day, before, after, other, year = ""] =
    /^(?:(\d{1,2})[ -]+([a-z]+)|([a-z]+)\.? +(\d{1,2}))[.,]?[ -]+(\d{4}|\d{2})$/.exec(folded) ?? [];
  const name = (before ?? after ?? "").slice(0, 3);
  const month = months.findIndex((names) => names.includes(name)) + 1;
  return month > 0 ? written(fullYear(year), month, Number(day ?? other)) : null;
}

/** "2026/1/31" and "20260131". */
function yearFirst(text: string): string | null {
  const splitColumns = text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const [, year, , month, day] = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(splitColumns) ?? [];
  return year && month && day ? written(Number(year), Number(month), Number(day)) : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A spreadsheet's serial number (days since 1899-12-30), left where the date format got lost. */
function countedDay(text: string): string | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
  const day = new Date(Date.UTC(1899, 11, 30) + Math.trunc(Number(text)) * DAY_MS);
  return day.toISOString().slice(0, 10);
}

const fullYear = (year: string) => Number(year) + (year.length === 2 ? 2000 : 0);

const written = (year: number, month: number, day: number) =>
  [String(year), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");

function valid(day: string): string | null {
  return storableDay().safeParse(day).success ? day : null;
}
