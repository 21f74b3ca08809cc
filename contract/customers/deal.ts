import { z } from "zod";
import { priceAmount } from "../price.ts";
import { keptDay, line, requiredLine } from "../text/field-inputs.ts";

/** A sale or a reservation (docs/product/sales.md). */
const DealKind = z.enum(["Apartado", "Venta"]);

/**
 * A row of public.deals as whoever sees the dealership's figures reads it; money in its currency.
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

/** A row of the view public.sales: what a sale that stands brought. */
export const Sale = Deal.omit({ kind: true, until: true, deposit: true, ended_at: true }).extend({
  acquired_on: z.iso.date().nullable(),
  days_to_sell: z.number().int().nullable(),
  /** What the vehicle cost in all; null where nobody said what it was bought for. */
  cost: z.number().nullable(),
  margin: z.number().nullable(),
});
export type Sale = z.infer<typeof Sale>;

/** What a vehicle was bought for, and when (public.vehicle_figures). */
export const VehicleFigures = z.object({
  acquired_on: z.iso.date().nullable(),
  cost: z.number().nullable(),
});
export type VehicleFigures = z.infer<typeof VehicleFigures>;

/** What was spent on a vehicle since (public.vehicle_costs). */
export const VehicleCost = z.object({
  id: z.guid(),
  spent_on: z.iso.date(),
  label: z.string(),
  amount: z.number(),
});
export type VehicleCost = z.infer<typeof VehicleCost>;

/** The most that the database keeps of an amount. */
const MOST = 9_999_999_999;

/** An amount as a person types it ("15,000", "350,50", "15 mil"); "" is null. */
export const MoneyInput = line().transform((text, context) => {
  const amount = text === "" ? null : priceAmount(text);
  if (text !== "" && (amount === null || amount > MOST)) {
    context.addIssue({ code: "custom", message: "Escribe una cantidad, como 15,000." });
    return z.NEVER;
  }
  return amount;
});

const text = (longest: number) =>
  line()
    .max(longest, { error: `Usa como máximo ${longest} caracteres.` })
    .transform((typed) => typed || null);

/** What is typed about a sale; all but the day may be left open. */
export const SaleInput = z.object({
  day: keptDay("Elige el día de la venta."),
  price: MoneyInput,
  buyer_name: text(200),
  buyer_phone: text(40),
  seller_id: z.union([z.guid(), z.literal("").transform(() => null)]),
  commission: MoneyInput,
});

/** What is typed about a reservation. */
export const ReservationInput = z.object({
  until: keptDay("Elige hasta cuándo."),
  buyer_name: text(200),
  buyer_phone: text(40),
  deposit: MoneyInput,
  hide: z.boolean(),
});

/** What is typed about an expense. */
export const CostInput = z.object({
  label: requiredLine("Escribe en qué se gastó.", 80),
  amount: MoneyInput.refine((amount) => amount !== null && amount > 0, {
    error: "Escribe una cantidad, como 350.",
  }),
  spent_on: keptDay("Elige el día."),
});
