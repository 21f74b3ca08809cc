import { makeKey, makeName } from "#contract/make-names.ts";
import { priceAmount } from "#contract/price.ts";
import { typedWords, wordsIn } from "#contract/text/search-words.ts";
import type { InventoryVehicle, SearchedTexts } from "../queries.ts";

/** Sort orders of the dashboard, as named in the URL. */
export const VEHICLE_ORDERS = {
  recientes: "Más recientes",
  antiguos: "Más antiguos",
  "precio-menor": "Precio: menor a mayor",
  "precio-mayor": "Precio: mayor a menor",
  vistas: "Más vistos",
} as const;
export type VehicleOrder = keyof typeof VEHICLE_ORDERS;

/** State of the filter bar; empty texts match everything (docs/product/inventory.md). */
export type VehicleFilter = {
  text: string;
  status: string;
  brand: string;
  order: VehicleOrder;
  /** Table column that overrides `order`, prefixed with a hyphen if descending; or "". */
  column: string;
};

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
 * Vehicles that match the filter, sorted; the input is newest first. Words match as in the public
 * search (search_listing), plus VIN and stock number. `texts` has further searchable text by
 * vehicle ID.
 */
export function filterVehicles<Row extends Searchable>(
  vehicles: Row[],
  filter: VehicleFilter,
  texts: ReadonlyMap<string, SearchedTexts> = new Map(),
): Row[] {
  const brand = makeKey(filter.brand);
  const possible = vehicles.filter(
    (vehicle) =>
      (!filter.status || vehicle.status === filter.status) &&
      (!brand || makeKey(vehicle.brand) === brand),
  );
  return orderVehicles(searchVehicles(possible, typedWords(filter.text), texts), filter.order);
}

/** Matches by facts; if there are none, by description; if there are none, fuzzily. */
function searchVehicles<Row extends Searchable>(
  vehicles: Row[],
  words: string[],
  texts: ReadonlyMap<string, SearchedTexts>,
): Row[] {
  if (words.length === 0) return vehicles;
  const searched = vehicles.map((vehicle) => ({
    vehicle,
    known: cachedIndexOf(vehicle, texts.get(vehicle.id)),
  }));
  const names = new Set(searched.flatMap(({ known }) => known.name));
  const terms = words.map((word, at) => ({ word, starts: searchKeysOf(words, at, names) }));
  for (const has of [matchesFacts, matchesText, matchesFuzzily]) {
    const found = searched.filter(({ known }) => terms.every((term) => has(known, term)));
    if (found.length > 0) return found.map(({ vehicle }) => vehicle);
  }
  return [];
}

type SearchIndex = {
  name: string[];
  numbers: string;
  facts: string;
  written: string;
  /** Words of the description, computed on first use. */
  texts?: string;
};
type SearchTerm = { word: string; starts: string[] };

/** Cached, because every keystroke searches all vehicles. */
const indexCache = new WeakMap<Searchable, SearchIndex & { searched: SearchedTexts | undefined }>();

function cachedIndexOf(vehicle: Searchable, searched: SearchedTexts | undefined): SearchIndex {
  const before = indexCache.get(vehicle);
  if (before && before.searched === searched) return before;
  const known = { ...buildIndex(vehicle, searched), searched };
  indexCache.set(vehicle, known);
  return known;
}

/** Also indexes 'F-150' as 'f150', 'CR V' as 'crv', and '$18,500' as '18500'. */
function buildIndex(vehicle: Searchable, searched: SearchedTexts | undefined): SearchIndex {
  const { brand, model, year, vin, stock_number, price } = vehicle;
  const name = wordsIn(`${brand} ${model} ${model.replaceAll("-", "")}`);
  const joined = [model, brand + model].map((text) => text.replaceAll(/[ -]/g, ""));
  const others = wordsIn([...joined, year, price, priceAmount(price)].filter(Boolean).join(" "));
  return {
    name,
    numbers: `${vin ?? ""} ${stock_number?.replaceAll("-", "") ?? ""}`.toLowerCase(),
    facts: ` ${[...name, ...others, searched?.facts ?? ""].join(" ")} `,
    written: searched?.written ?? "",
  };
}

/**
 * Search keys of a typed word: whole word for a make or model (a 'Jeep' is no 'jeepeta'), prefix
 * for others, and either joined with a neighbor ('pick up').
 */
function searchKeysOf(words: string[], at: number, names: Set<string>): string[] {
  const word = words[at] ?? "";
  const beside = [words[at - 1], words[at + 1]].filter((other) => other !== undefined);
  return [
    names.has(word) ? ` ${word} ` : ` ${word}`,
    ...beside.flatMap((other) => [` ${other}${word}`, ` ${word}${other}`]),
  ];
}

function matchesFacts({ facts, numbers }: SearchIndex, { word, starts }: SearchTerm): boolean {
  return starts.some((start) => facts.includes(start)) || numbers.includes(word);
}

function matchesText(known: SearchIndex, term: SearchTerm): boolean {
  if (matchesFacts(known, term)) return true;
  known.texts ??= ` ${wordsIn(known.written).join(" ")} `;
  return known.texts.includes(` ${term.word}`);
}

function matchesFuzzily(known: SearchIndex, term: SearchTerm): boolean {
  if (matchesText(known, term)) return true;
  const most = allowedTypos(term.word);
  if (most === 0) return false;
  return known.facts.split(" ").some((other) => isWithinDistance(term.word, other, most));
}

/** Allowed typos in a word; none if it has digits. */
function allowedTypos(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/** Whether the Levenshtein distance is at most `most`. */
function isWithinDistance(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
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
  if (order === "antiguos") return [...vehicles].reverse();
  if (order === "vistas") return [...vehicles].sort((a, b) => b.views - a.views);
  // Vehicles without a numeric price come last in both directions.
  const direction = order === "precio-menor" ? 1 : -1;
  const priceOf = ({ price }: Row) => priceAmount(price) ?? direction * Number.POSITIVE_INFINITY;
  return [...vehicles].sort((a, b) => compareNumbers(priceOf(a), priceOf(b)) * direction);
}

/** Infinity minus Infinity is NaN. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** The distinct makes, sorted in Spanish. */
export function brandsPresent(vehicles: Pick<InventoryVehicle, "brand">[]): string[] {
  const spellings = new Map<string, string>();
  for (const { brand } of vehicles) {
    const key = makeKey(brand);
    if (!spellings.has(key)) spellings.set(key, makeName(brand));
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, "es"));
}
