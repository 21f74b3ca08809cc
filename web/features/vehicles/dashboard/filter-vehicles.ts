import { makeKey, makeName } from "#contract/make-names.ts";
import { priceAmount } from "#contract/price.ts";
import { typedWords, wordsIn } from "#contract/text/search-words.ts";
import type { InventoryVehicle, SearchedTexts } from "../queries.ts";

/** What the dashboard's list can be ordered by, as its address names it. */
export const VEHICLE_ORDERS = {
  recientes: "Más recientes",
  antiguos: "Más antiguos",
  "precio-menor": "Precio: menor a mayor",
  "precio-mayor": "Precio: mayor a menor",
  vistas: "Más vistos",
} as const;
export type VehicleOrder = keyof typeof VEHICLE_ORDERS;

/** What the filter bar holds; an empty text lets everything through (docs/product/inventory.md). */
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
 * The vehicles that the filter bar lets through, in its order; they are given newest first. Words
 * are found as visitors find them (search_listing), and within VIN and number. `texts` is what else
 * is searched, by id.
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
  return orderVehicles(findWords(possible, typedWords(filter.text), texts), filter.order);
}

/** Those that are all of it; or those of which all of it is said; or those that are nearly it. */
function findWords<Row extends Searchable>(
  vehicles: Row[],
  words: string[],
  texts: ReadonlyMap<string, SearchedTexts>,
): Row[] {
  if (words.length === 0) return vehicles;
  const searched = vehicles.map((vehicle) => ({
    vehicle,
    known: knownOf(vehicle, texts.get(vehicle.id)),
  }));
  const names = new Set(searched.flatMap(({ known }) => known.name));
  const terms = words.map((word, at) => ({ word, starts: startsOf(words, at, names) }));
  for (const has of [isIt, isSaid, isNear]) {
    const found = searched.filter(({ known }) => terms.every((term) => has(known, term)));
    if (found.length > 0) return found.map(({ vehicle }) => vehicle);
  }
  return [];
}

type Known = {
  name: string[];
  numbers: string;
  facts: string;
  written: string;
  /** The words of what is written, once somebody looks for one that is nowhere else. */
  texts?: string;
};
type Term = { word: string; starts: string[] };

/** Each letter that is typed searches all of them. */
const readBefore = new WeakMap<Searchable, Known & { searched: SearchedTexts | undefined }>();

function knownOf(vehicle: Searchable, searched: SearchedTexts | undefined): Known {
  const before = readBefore.get(vehicle);
  if (before && before.searched === searched) return before;
  const known = { ...readWords(vehicle, searched), searched };
  readBefore.set(vehicle, known);
  return known;
}

/** 'F-150' is also 'f150', 'CR V' is 'crv', and '$18,500' is '18500'. */
function readWords(vehicle: Searchable, searched: SearchedTexts | undefined): Known {
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
 * What finds a typed word: one of a name as it is, for a 'Jeep' is no 'jeepeta', any other as it
 * begins; and either together with the word beside it, as 'pick up' may be.
 */
function startsOf(words: string[], at: number, names: Set<string>): string[] {
  const word = words[at] ?? "";
  const beside = [words[at - 1], words[at + 1]].filter((other) => other !== undefined);
  return [
    names.has(word) ? ` ${word} ` : ` ${word}`,
    ...beside.flatMap((other) => [` ${other}${word}`, ` ${word}${other}`]),
  ];
}

function isIt({ facts, numbers }: Known, { word, starts }: Term): boolean {
  return starts.some((start) => facts.includes(start)) || numbers.includes(word);
}

function isSaid(known: Known, term: Term): boolean {
  if (isIt(known, term)) return true;
  known.texts ??= ` ${wordsIn(known.written).join(" ")} `;
  return known.texts.includes(` ${term.word}`);
}

function isNear(known: Known, term: Term): boolean {
  if (isSaid(known, term)) return true;
  const most = forgivenIn(term.word);
  if (most === 0) return false;
  return known.facts.split(" ").some((other) => isWithin(term.word, other, most));
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
  // What has no price as a number comes last, whichever way.
  const direction = order === "precio-menor" ? 1 : -1;
  const priceOf = ({ price }: Row) => priceAmount(price) ?? direction * Number.POSITIVE_INFINITY;
  return [...vehicles].sort((a, b) => compare(priceOf(a), priceOf(b)) * direction);
}

/** Two infinities have no difference. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** The makes that occur, each once whatever its spelling, in Spanish order. */
export function brandsPresent(vehicles: Pick<InventoryVehicle, "brand">[]): string[] {
  const spellings = new Map<string, string>();
  for (const { brand } of vehicles) {
    const key = makeKey(brand);
    if (!spellings.has(key)) spellings.set(key, makeName(brand));
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, "es"));
}
