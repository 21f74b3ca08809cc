import { groupBy } from "#contract/group-by.ts";
import {
  currencyScale,
  distanceLabel,
  formatDistance,
  formatMoney,
  type Units,
} from "#contract/units.ts";
import {
  FIRST_ORDER,
  LISTING_NAMES,
  LISTING_ORDERS,
  type ListingKind,
  type ListingSearch,
} from "./listing-search.ts";
import type { ListingChoice } from "./load-listing.ts";
import { namedOptions, type Option } from "./named-options.ts";

/** A select prepared by the server. Options may be grouped. */
export type Select = {
  name: string;
  label: string;
  value: string;
  groups: { name: string | null; options: Option[] }[];
};

/** One select, or two under a common label. */
export type Field = { name: string; selects: Select[] };

const PRICE_STEPS = [
  1000, 2000, 3000, 5000, 7500, 10_000, 12_500, 15_000, 17_500, 20_000, 25_000, 30_000, 35_000,
  40_000, 50_000, 60_000, 75_000, 100_000, 150_000, 200_000, 300_000, 500_000,
];
const MILEAGE_STEPS = [
  5000, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000, 100_000, 125_000, 150_000, 200_000,
];

/**
 * Filters of a public inventory: only values that its vehicles have, plus those in the URL. Fields
 * without a choice are omitted.
 */
export function listingFields(
  choices: ListingChoice[],
  search: ListingSearch,
  units: Units,
): Field[] {
  const years = optionsOf(yearsOf(choices, search), String);
  const prices = optionsOf(priceSteps(choices, search, units), (amount) =>
    formatMoney(amount, units.currency),
  );
  const mileages = optionsOf(mileagesOf(choices, search), (distance) =>
    formatDistance(distance, units),
  );
  const distance = distanceLabel(units);
  const models = modelsOf(choices, search);
  const kindField = (kind: ListingKind, label: string, all: string): Field => ({
    name: label,
    selects: [select(kind, label, all, search, namedOptions(kind, choices, search))],
  });
  const fields: Field[] = [
    {
      name: "Marca",
      selects: [select("brand", "Marca", "Todas", search, namedOptions("brand", choices, search))],
    },
    {
      name: "Modelo",
      selects: [{ ...select("model", "Modelo", "Todos", search, []), groups: models }],
    },
    kindField("body", "Carrocería", "Todas"),
    {
      name: "Año",
      selects: [
        select("yearFrom", "Año desde", "Desde", search, years),
        select("yearTo", "Año hasta", "Hasta", search, years),
      ],
    },
    {
      name: "Precio",
      selects: [
        select("priceFrom", "Precio mínimo", "Mínimo", search, prices),
        select("priceTo", "Precio máximo", "Máximo", search, prices),
      ],
    },
    {
      name: distance,
      selects: [select("mileageTo", `${distance} máximo`, "Cualquiera", search, mileages)],
    },
    kindField("fuel", "Combustible", "Todos"),
    kindField("drivetrain", "Tracción", "Todas"),
  ];
  return fields.filter(({ selects }) => selects.some(hasChoice));
}

/** The select of the sort order; the default is not written to the URL. */
export function orderSelect({ order }: ListingSearch, units: Units): Select {
  const { [FIRST_ORDER]: first, ...others } = LISTING_ORDERS;
  const worded = Object.entries(others).map(
    ([value, label]): Option => [value, label.replace("Millaje", distanceLabel(units))],
  );
  return {
    name: LISTING_NAMES.order,
    label: "Ordenar por",
    value: order === FIRST_ORDER ? "" : order,
    groups: [{ name: null, options: [["", first], ...worded] }],
  };
}

function select(
  name: keyof ListingSearch,
  label: string,
  all: string,
  search: ListingSearch,
  options: Option[],
): Select {
  return {
    name: LISTING_NAMES[name],
    label,
    value: String(search[name] ?? ""),
    groups: [{ name: null, options: [["", all], ...options] }],
  };
}

function hasChoice({ groups }: Select): boolean {
  return groups.reduce((sum, { options }) => sum + options.length, 0) > 1;
}

function optionsOf(amounts: number[], label: (amount: number) => string): Option[] {
  return amounts.map((amount) => [String(amount), label(amount)]);
}

/** Models of the selected brand, or of all brands, grouped. */
function modelsOf(choices: ListingChoice[], search: ListingSearch): Select["groups"] {
  const { brand } = search;
  const shown = brand ? choices.filter(({ brand_folded }) => brand_folded === brand) : choices;
  const groups = groupBy(shown, ({ brand_folded }) => brand_folded);
  return [
    { name: null, options: [["", "Todos"]] },
    ...[...groups.values()]
      .map((group) => ({
        name: group[0]?.brand ?? null,
        options: namedOptions("model", group, search),
      }))
      .filter(({ options }) => options.length > 0),
  ];
}

function yearsOf(choices: ListingChoice[], { yearFrom, yearTo }: ListingSearch): number[] {
  const oldest = Math.min(...choices.map(({ oldest_year }) => oldest_year));
  const newest = Math.max(...choices.map(({ newest_year }) => newest_year));
  const count = choices.length === 0 ? 0 : newest - oldest + 1;
  const present = Array.from({ length: count }, (_, index) => newest - index);
  return sortedUnique(present, [yearFrom, yearTo]).sort((a, b) => b - a);
}

/** Price limits to choose from: steps within the inventory's range, plus those in the URL. */
export function priceSteps(
  choices: ListingChoice[],
  { priceFrom, priceTo }: ListingSearch,
  { currency }: Units,
): number[] {
  const lows = choices.flatMap(({ lowest_price }) => lowest_price ?? []);
  const highs = choices.flatMap(({ highest_price }) => highest_price ?? []);
  const steps = PRICE_STEPS.map((step) => step * currencyScale(currency));
  const within = stepsBetween(steps, Math.min(...lows), Math.max(...highs));
  return sortedUnique(within, [priceFrom, priceTo]);
}

function mileagesOf(choices: ListingChoice[], { mileageTo }: ListingSearch): number[] {
  const highs = choices.flatMap(({ highest_mileage }) => highest_mileage ?? []);
  return sortedUnique(stepsBetween(MILEAGE_STEPS, 0, Math.max(...highs)), [mileageTo]);
}

/**
 * Steps above the lowest value, up to the first that includes the highest; none if there is nothing
 * to compare.
 */
function stepsBetween(steps: number[], lowest: number, highest: number): number[] {
  const last = steps.find((step) => step >= highest) ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(highest) ? steps.filter((step) => step > lowest && step <= last) : [];
}

function sortedUnique(present: number[], asked: (number | null)[]): number[] {
  const wanted = asked.filter((amount) => amount !== null);
  return [...new Set([...present, ...wanted])].sort((a, b) => a - b);
}
