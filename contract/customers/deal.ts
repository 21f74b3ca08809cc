import { z } from "zod";
import { priceAmount } from "../price.ts";
import { line, requiredLine, storableDay } from "../text/field-inputs.ts";

/** A sale or a reservation (docs/product/sales.md). */
const DealKind = z.enum(["Apartado", "Venta"]);

/**
 * A row of public.deals as members with access to the dealership's figures read it. Amounts are in
 * the dealership's currency.
 */
export const Deal = z.object({
  id: z.guid(),
  vehicle_id: z.guid().nullable(),
  vehicle_title: z.string(),
  kind: DealKind,
  day: z.iso.date(),
  until: z.iso.date().nullable(),
  buyer_name: z.string().nullable(),
  buyer_phone: z.string().nullable(),
  price: z.number().nullable(),
  deposit: z.number().nullable(),
  seller_id: z.guid().nullable(),
  seller_name: z.string().nullable(),
  commission: z.number().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Deal = z.infer<typeof Deal>;

/** A row of the view public.sales: a sale that was not undone, with its cost and margin. */
export const Sale = Deal.omit({ kind: true, until: true, deposit: true, ended_at: true }).extend({
  acquired_on: z.iso.date().nullable(),
  days_to_sell: z.number().int().nullable(),
  /** The vehicle's total cost; null when its purchase price is unknown. */
  cost: z.number().nullable(),
  margin: z.number().nullable(),
});
export type Sale = z.infer<typeof Sale>;

/** A vehicle's purchase price and date (public.vehicle_figures). */
export const VehicleFigures = z.object({
  acquired_on: z.iso.date().nullable(),
  cost: z.number().nullable(),
});
export type VehicleFigures = z.infer<typeof VehicleFigures>;

/** An expense on a vehicle after its purchase (public.vehicle_costs). */
export const VehicleCost = z.object({
  id: z.guid(),
  spent_on: z.iso.date(),
  label: z.string(),
  amount: z.number(),
});
export type VehicleCost = z.infer<typeof VehicleCost>;

/** The largest amount that the database accepts. */
const MAX_AMOUNT = 9_999_999_999;

/** An amount as typed ("15,000", "350,50", "15 mil"); "" gives null. */
export const MoneyInput = line().transform((text, context) => {
  const amount = text === "" ? null : priceAmount(text);
  if (text !== "" && (amount === null || amount > MAX_AMOUNT)) {
    context.addIssue({ code: "custom", message: "Escribe una cantidad, como 15,000." });
    return z.NEVER;
  }
  return amount;
});

const text = (longest: number) =>
  line()
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` })
    .transform((typed) => typed || null);

/** The sale form. Only the day is required. */
export const SaleInput = z.object({
  day: storableDay("Elige el día de la venta."),
  price: MoneyInput,
  buyer_name: text(200),
  buyer_phone: text(40),
  seller_id: z.union([z.guid(), z.literal("").transform(() => null)]),
  commission: MoneyInput,
});

/** The reservation form. */
export const ReservationInput = z.object({
  until: storableDay("Elige hasta cuándo."),
  buyer_name: text(200),
  buyer_phone: text(40),
  deposit: MoneyInput,
  hide: z.boolean(),
});

/** The expense form. */
export const CostInput = z.object({
  label: requiredLine("Escribe en qué se gastó.", 80),
  amount: MoneyInput.refine((amount) => amount !== null && amount > 0, {
    error: "Escribe una cantidad, como 350.",
  }),
  spent_on: storableDay("Elige el día."),
});
