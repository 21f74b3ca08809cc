import { priceAmount } from "#contract/price.ts";
import type { MoneyShape } from "#contract/units.ts";

/**
 * What the payment calculator starts with, and how far each value goes
 * (docs/product/storefront.md).
 */
export const CALCULATOR = {
  price: { start: 25_000, least: 0, most: 100_000, step: 1_000 },
  down: { start: 5_000, least: 0, step: 500 },
  rate: { start: 4.5, least: 0, most: 20, step: 0.1 },
  months: { start: 60, least: 12, most: 84, step: 12 },
} as const;

/** A vehicle that costs more than the calculator's scale stretches it, up to here. */
const DEAREST = 10_000_000;

/** A price, what is paid at once, the annual rate in percent, and the term. */
export type PaymentPlan = { price: number; down: number; rate: number; months: number };

/** The same as written in fields and in the address: any text, or nothing. */
export type TypedPlan = Partial<Record<keyof PaymentPlan, string | null | undefined>>;

/**
 * What amounts are multiplied by in the dealership's currency, how one is written there, and the
 * top of the price's scale.
 */
export type PlanScale = { factor: number; shape: MoneyShape; top: number };

/** What is financed, to be paid back each month and in all; money in cents' precision. */
export type Payment = { financed: number; monthly: number; interest: number };

/**
 * The payment of a plan: 0 if nothing is financed, the amount divided by the months at 0% interest,
 * otherwise standard amortization; with 2 decimals.
 */
export function paymentOf({ price, down, rate, months }: PaymentPlan): Payment {
  const financed = Math.max(0, toCents(price - down));
  const exact = monthlyOf(financed, rate / 100 / 12, months);
  return {
    financed,
    monthly: toCents(exact),
    interest: Math.max(0, toCents(exact * months - financed)),
  };
}

/**
 * The plan that a text for each value means, inside the calculator's bounds: what is no number
 * becomes the start value, the down payment is at most half the price, the term is a whole number
 * of steps.
 */
export function readPlan(typed: TypedPlan, { factor, top }: PlanScale): PaymentPlan {
  const { price, down, rate, months } = CALCULATOR;
  const wanted = clamp(readMoney(typed.price) ?? price.start * factor, price.least, top);
  const term = Math.round((readNumber(typed.months) ?? months.start) / months.step) * months.step;
  return {
    price: wanted,
    down: clamp(readMoney(typed.down) ?? down.start * factor, down.least, mostDown(wanted)),
    rate: clamp(readNumber(typed.rate) ?? rate.start, rate.least, rate.most),
    months: clamp(term, months.least, months.most),
  };
}

/**
 * The top of the price's scale when a customer comes from a vehicle of that price: at least the
 * usual one.
 */
export function topPrice(typed: string | null, { factor }: Pick<PlanScale, "factor">): number {
  return clamp(readMoney(typed) ?? 0, CALCULATOR.price.most * factor, DEAREST * factor);
}

/** The most that can be paid at once: half the price. */
export function mostDown(price: number): number {
  return toCents(price / 2);
}

/**
 * Why a value is not what its text says: beyond one of its bounds, between two steps, or no number;
 * null where it is.
 */
export function boundOf(
  text: string,
  value: number,
  { least, most, shape }: { least: number; most: number; shape: MoneyShape | undefined },
): "least" | "most" | "step" | "text" | null {
  const wanted = shape ? readMoney(text) : readNumber(text);
  if (wanted === null) return text.trim() === "" ? null : "text";
  if (wanted < least || wanted > most) return wanted < least ? "least" : "most";
  return wanted === value ? null : "step";
}

function monthlyOf(financed: number, monthlyRate: number, months: number): number {
  if (monthlyRate === 0) return financed / months;
  return (financed * monthlyRate) / (1 - (1 + monthlyRate) ** -months);
}

/** Reads an amount ("25,000", "$350,50"), half typed too, with a currency's sign or without. */
function readMoney(text: string | null | undefined): number | null {
  const plain = (text ?? "").trim();
  const amount = priceAmount(plain.replace(/^-/, "").replace(/[.,]$/, ""));
  return amount !== null && plain.startsWith("-") ? -amount : amount;
}

/** Reads "4.5", "4,125 %" and "60": neither a rate nor a term has thousands. */
function readNumber(text: string | null | undefined): number | null {
  const plain = (text ?? "").replaceAll(/[%\s]/g, "").replace(",", ".");
  return /^-?[0-9]+(?:\.[0-9]*)?$/.test(plain) ? Number(plain) : null;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function toCents(amount: number): number {
  return Math.round((amount + Number.EPSILON) * 100) / 100;
}
