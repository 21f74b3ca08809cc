import { lotAgeOf } from "#contract/lot-age.ts";
import { priceIn } from "#contract/price.ts";
import type { Currency } from "#contract/units.ts";
import type { LotVehicle } from "./lot-queries.ts";

/** URL parameter of the list. */
export const LIST = "lista";

const belongs = {
  todos: () => true,
  "0-30": ({ days }) => lotAgeOf(days) === "0-30",
  "31-45": ({ days }) => lotAgeOf(days) === "31-45",
  "46-60": ({ days }) => lotAgeOf(days) === "46-60",
  "61-mas": ({ days }) => lotAgeOf(days) === "61-mas",
  "sin-precio": ({ price_amount }) => price_amount === null,
  "sin-fotos": ({ lacks_photos }) => lacks_photos,
  "sin-descripcion": ({ lacks_description }) => lacks_description,
  "sin-contactos": ({ contacts }) => contacts === 0,
} satisfies Record<string, (vehicle: LotVehicle) => boolean>;

/** The lists, as named in the URL. */
export type LotList = keyof typeof belongs;
/** What keeps a vehicle from being found or asked about. */
export const LISTING_GAPS = [
  "sin-precio",
  "sin-fotos",
  "sin-descripcion",
  "sin-contactos",
] as const;

/** The list in the URL, else all. */
export function readList(parameters: URLSearchParams): LotList {
  const name = parameters.get(LIST) ?? "";
  return isList(name) ? name : "todos";
}

function isList(name: string): name is LotList {
  return Object.hasOwn(belongs, name);
}

/** The vehicles of a list. */
export function vehiclesInList(list: LotList, lot: LotVehicle[]): LotVehicle[] {
  return lot.filter(belongs[list]);
}

/** The sum of an amount and how many vehicles have it; null if none has. */
export function totalWithCoverage(
  lot: LotVehicle[],
  amount: "price_amount" | "cost",
): { total: number; known: number } | null {
  const amounts = lot.flatMap((vehicle) => vehicle[amount] ?? []);
  if (amounts.length === 0) return null;
  // In cents, so that sums are exact.
  const cents = amounts.reduce((sum, one) => sum + Math.round(one * 100), 0);
  return { total: cents / 100, known: amounts.length };
}

/** Total asking price in a currency, ignoring prices in other currencies. */
export function askingTotal(currency: Currency, lot: LotVehicle[]) {
  const known = lot.filter(({ price }) => priceIn(currency, price) !== null);
  return totalWithCoverage(known, "price_amount");
}
