import { foldText } from "#contract/fold-text.ts";
import { priceAmount } from "#contract/price-amount.ts";
import type { InventoryVehicle } from "../queries.ts";

/** What the dashboard's list can be ordered by, as its address names it. */
export const VEHICLE_ORDERS = {
  recientes: "Más recientes",
  antiguos: "Más antiguos",
  "precio-menor": "Precio: menor a mayor",
  "precio-mayor": "Precio: mayor a menor",
  vistas: "Más vistos",
} as const;
export type VehicleOrder = keyof typeof VEHICLE_ORDERS;

/**
 * What the filter bar holds; an empty text lets everything through (product section 2, Dashboard).
 */
export type VehicleFilter = {
  text: string;
  status: string;
  brand: string;
  order: VehicleOrder;
  /** The table's column that orders it instead, with a hyphen before it downwards; or "". */
  column: string;
};

/** The filter bar as it is first seen. */
export const NO_FILTER: VehicleFilter = {
  text: "",
  status: "",
  brand: "",
  order: "recientes",
  column: "",
};

type Searchable = Pick<
  InventoryVehicle,
  "id" | "brand" | "model" | "year" | "vin" | "stock_number" | "price" | "status" | "views"
>;

/**
 * The vehicles that the filter bar lets through, in its order; they are given newest first. Each
 * typed word must occur in what is known of the vehicle, blind to accents and case. Where no
 * vehicle has all words, small typos are forgiven. `texts` is what else is searched, folded, by id.
 */
export function filterVehicles<Row extends Searchable>(
  vehicles: Row[],
  filter: VehicleFilter,
  texts: ReadonlyMap<string, string> = new Map(),
): Row[] {
  const brand = foldText(filter.brand);
  const possible = vehicles.filter(
    (vehicle) =>
      (!filter.status || vehicle.status === filter.status) &&
      (!brand || foldText(vehicle.brand) === brand),
  );
  return orderVehicles(findWords(possible, foldText(filter.text), texts), filter.order);
}

function findWords<Row extends Searchable>(
  vehicles: Row[],
  text: string,
  texts: ReadonlyMap<string, string>,
): Row[] {
  const words = text.split(" ").filter(Boolean);
  if (words.length === 0) return vehicles;
  const searched = vehicles.map((vehicle) => ({
    vehicle,
    haystack: `${wordsOf(vehicle)} ${texts.get(vehicle.id) ?? ""}`,
  }));
  const exact = searched.filter(({ haystack }) => words.every((word) => haystack.includes(word)));
  const found =
    exact.length > 0 ? exact : searched.filter(({ haystack }) => isNear(haystack, words));
  return found.map(({ vehicle }) => vehicle);
}

/** 'F-150' is also found as 'f150', and '$18,500' as '18500'. */
function wordsOf({ brand, model, year, vin, stock_number, price }: Searchable): string {
  const spellings = [model.replaceAll("-", ""), price, priceAmount(price)];
  return foldText([brand, model, year, vin, stock_number, ...spellings].filter(Boolean).join(" "));
}

function isNear(haystack: string, words: string[]): boolean {
  const there = haystack.split(/[^\p{L}\p{N}]+/u);
  return words.every(
    (word) =>
      haystack.includes(word) || there.some((other) => isWithin(word, other, forgivenIn(word))),
  );
}

/** How many letters of a word may be wrong; a digit never. */
function forgivenIn(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * Whether one word becomes the other by at most so many letters more, less or other (Levenshtein).
 */
function isWithin(one: string, other: string, most: number): boolean {
  if (most === 0 || Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, same] of [...other].entries()) {
      const [above = 0, beside = 0, before = 0] = [row[index + 1], next[index], row[index]];
      next.push(Math.min(above + 1, beside + 1, before + (letter === same ? 0 : 1)));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) <= most;
}

function orderVehicles<Row extends Searchable>(vehicles: Row[], order: VehicleOrder): Row[] {
  if (order === "recientes") return vehicles;
  if (order === "antiguos") return vehicles.toReversed();
  if (order === "vistas") return vehicles.toSorted((a, b) => b.views - a.views);
  // What has no price as a number comes last, whichever way.
  const direction = order === "precio-menor" ? 1 : -1;
  const priceOf = ({ price }: Row) => priceAmount(price) ?? direction * Number.POSITIVE_INFINITY;
  return vehicles.toSorted((a, b) => compare(priceOf(a), priceOf(b)) * direction);
}

/** Two infinities have no difference. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** The brands that occur, each once whatever its spelling, in Spanish order. */
export function brandsPresent(vehicles: Pick<InventoryVehicle, "brand">[]): string[] {
  const spellings = new Map<string, string>();
  for (const { brand } of vehicles) {
    const folded = foldText(brand);
    if (!spellings.has(folded)) spellings.set(folded, brand.trim());
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, "es"));
}
