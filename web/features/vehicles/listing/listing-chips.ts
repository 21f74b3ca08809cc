import { groupBy } from "#contract/group-by.ts";
import { formatDistance, formatMoney, type Units } from "#contract/units.ts";
import { priceSteps } from "./listing-fields.ts";
import { LISTING_KINDS, type ListingSearch } from "./listing-search.ts";
import { countVehicles, type ListingChoice } from "./load-listing.ts";
import { namedOptions, optionNameOf } from "./named-options.ts";

/** A one-tap filter: an active one to remove, or a suggestion. */
export type Chip = { label: string; href: string; isOn: boolean };

const MAX_PRICES = 3;
const MOST = { body: 3, brand: 4 };

/**
 * The active filters, each with a URL without it; then suggested budgets, body styles and brands.
 * Takes a function that writes a search's URL.
 */
export function listingChips(
  { choices, search, units }: { choices: ListingChoice[]; search: ListingSearch; units: Units },
  addressOf: (search: ListingSearch) => string,
): Chip[] {
  const chip = (label: string, changes: Partial<ListingSearch>, isOn: boolean): Chip => ({
    label,
    href: addressOf({ ...search, page: 1, ...changes }),
    isOn,
  });
  const { brand, model, body, fuel, drivetrain, yearFrom, yearTo, priceFrom, priceTo, mileageTo } =
    search;
  const ofBrand = choices.filter(({ brand_folded }) => brand_folded === brand);
  const ofModel = ofBrand.find(({ model_folded }) => model_folded === model);
  const money = (amount: number) => formatMoney(amount, units.currency);
  const price = describeRange(priceFrom, priceTo, money);
  const years = describeRange(yearFrom, yearTo, String);
  const isOn: [label: string | null, changes: Partial<ListingSearch>][] = [
    [price, { priceFrom: null, priceTo: null }],
    [brand && (ofBrand[0]?.brand ?? brand), { brand: "", model: "" }],
    [model && (ofModel?.model ?? model), { model: "" }],
    [LISTING_KINDS.body.get(body) ?? null, { body: "" }],
    [years, { yearFrom: null, yearTo: null }],
    [
      describeRange(null, mileageTo, (distance) => formatDistance(distance, units)),
      { mileageTo: null },
    ],
    [LISTING_KINDS.fuel.get(fuel) ?? null, { fuel: "" }],
    [LISTING_KINDS.drivetrain.get(drivetrain) ?? null, { drivetrain: "" }],
  ];
  return [
    ...isOn.flatMap(([label, changes]) => (label ? [chip(label, changes, true)] : [])),
    ...(price ? [] : budgetsOf(choices, search, units)).map((amount) =>
      chip(`Hasta ${money(amount)}`, { priceTo: amount }, false),
    ),
    ...(body ? [] : topOf("body", choices, search)).map(([name]) =>
      chip(LISTING_KINDS.body.get(name) ?? name, { body: name }, false),
    ),
    ...(brand ? [] : topOf("brand", choices, search)).map(([name, first]) =>
      chip(first.brand, { brand: name }, false),
    ),
  ];
}

function describeRange(
  from: number | null,
  to: number | null,
  label: (amount: number) => string,
): string | null {
  if (from !== null && to !== null) return `${label(from)} – ${label(to)}`;
  if (from !== null) return `Desde ${label(from)}`;
  return to === null ? null : `Hasta ${label(to)}`;
}

/** Budgets that divide the inventory; the highest would include everything. */
function budgetsOf(choices: ListingChoice[], search: ListingSearch, units: Units): number[] {
  const steps = priceSteps(choices, search, units).slice(0, -1);
  const count = Math.min(MAX_PRICES, steps.length);
  return Array.from({ length: count }, (_, index) =>
    steps.at(Math.floor(((index + 1) * steps.length) / (count + 1))),
  ).flatMap((step) => step ?? []);
}

/** The names with the most vehicles under the other filters; a single one is no choice. */
function topOf(
  filter: keyof typeof MOST,
  choices: ListingChoice[],
  search: ListingSearch,
): [name: string, first: ListingChoice][] {
  const left = new Set(namedOptions(filter, choices, search).map(([name]) => name));
  if (left.size < 2) return [];
  return [...groupBy(choices, (choice) => optionNameOf(choice, filter))]
    .sort(([, a], [, b]) => countVehicles(b) - countVehicles(a))
    .flatMap(([name, [first]]): [string, ListingChoice][] =>
      name && first && left.has(name) ? [[name, first]] : [],
    )
    .slice(0, MOST[filter]);
}
