import { priceAmount } from "#contract/price.ts";
import type { MoneyFormat } from "#contract/units.ts";

/** Defaults and limits of the payment calculator (docs/product/storefront.md). */
export const CALCULATOR = {
  price: { start: 25_000, least: 0, most: 100_000, step: 1_000 },
  down: { start: 5_000, least: 0, step: 500 },
  rate: { start: 4.5, least: 0, most: 20, step: 0.1 },
  months: { start: 60, least: 12, most: 84, step: 12 },
} as const;

/** Maximum to which an expensive vehicle extends the scale. */
const MAX_PRICE = 10_000_000;

/** Price, down payment, annual rate in percent, and term in months. */
export type PaymentPlan = { price: number; down: number; rate: number; months: number };

/** A plan as typed in the fields or the URL. */
export type TypedPlan = Partial<Record<keyof PaymentPlan, string | null | undefined>>;

/** Currency factor for amounts, money format, and top of the price scale. */
export type PlanScale = { factor: number; shape: MoneyFormat; top: number };

/** Financed amount, monthly payment and total interest, rounded to cents. */
export type Payment = { financed: number; monthly: number; interest: number };

/**
 * The payment of a plan: 0 if nothing is financed, amount divided by months at 0% interest, else
 * standard amortization; rounded to 2 decimals.
 */
export function calculatePayment({ price, down, rate, months }: PaymentPlan): Payment {
  const financed = Math.max(0, toCents(price - down));
  const exact = monthlyOf(financed, rate / 100 / 12, months);
  return {
    financed,
    monthly: toCents(exact),
    interest: Math.max(0, toCents(exact * months - financed)),
  };
}

/**
 * Parses a typed plan within the calculator's limits: invalid texts become the default, the down
 * payment is at most half the price, the term is rounded to a step.
 */
export function readPlan(typed: TypedPlan, { factor, top }: PlanScale): PaymentPlan {
  const { price, down, rate, months } = CALCULATOR;
  const wanted = clamp(readMoney(typed.price) ?? price.start * factor, price.least, top);
  const term = Math.round((readNumber(typed.months) ?? months.start) / months.step) * months.step;
  return {
    price: wanted,
    down: clamp(readMoney(typed.down) ?? down.start * factor, down.least, maxDownPayment(wanted)),
    rate: clamp(readNumber(typed.rate) ?? rate.start, rate.least, rate.most),
    months: clamp(term, months.least, months.most),
  };
}

/** Top of the price scale for a vehicle's price; at least the usual one. */
export function priceScaleTop(typed: string | null, { factor }: Pick<PlanScale, "factor">): number {
  return clamp(readMoney(typed) ?? 0, CALCULATOR.price.most * factor, MAX_PRICE * factor);
}

/** The maximum down payment: half the price. */
export function maxDownPayment(price: number): number {
  return toCents(price / 2);
}

/**
 * Why the value used differs from its text: a limit, rounding to a step, or no number; null if it
 * does not.
 */
export function adjustmentReason(
  text: string,
  value: number,
  { least, most, shape }: { least: number; most: number; shape: MoneyFormat | undefined },
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

/** Reads an amount ("25,000", "$350,50"), also half-typed, with or without currency sign. */
function readMoney(text: string | null | undefined): number | null {
  const plain = (text ?? "").trim();
  const amount = priceAmount(plain.replace(/^-/, "").replace(/[.,]$/, ""));
  return amount !== null && plain.startsWith("-") ? -amount : amount;
}

/** Reads "4.5", "4,125 %" and "60"; rates and terms have no thousands separators. */
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
