import { z } from "zod";
import { foldText } from "#contract/text/fold-text.ts";
import { BodyStyle, Drivetrain, FuelType } from "#contract/vehicle-fields.ts";

/** Sort orders of a public inventory: URL values and labels. */
export const LISTING_ORDERS = {
  recientes: "Más recientes",
  "precio-menor": "Precio: de menor a mayor",
  "precio-mayor": "Precio: de mayor a menor",
  "ano-nuevo": "Año: del más nuevo",
  "ano-antiguo": "Año: del más antiguo",
  "millaje-menor": "Millaje: de menor a mayor",
  "millaje-mayor": "Millaje: de mayor a menor",
  marca: "Marca: de la A a la Z",
  modelo: "Modelo: de la A a la Z",
} as const;
export type ListingOrder = keyof typeof LISTING_ORDERS;

/** Default order. */
export const FIRST_ORDER = "recientes";

const order = z.enum(Object.keys(LISTING_ORDERS) as [ListingOrder, ...ListingOrder[]]);
const count = z.coerce.number().int().min(0).max(999_999_999).nullable();
const MAX_TEXT_LENGTH = 100;

/** URL names of the kinds: 'sedan', 'integral-awd'. */
export const LISTING_KINDS = {
  body: byName(BodyStyle.options),
  fuel: byName(FuelType.options),
  drivetrain: byName(Drivetrain.options),
} satisfies Partial<Record<keyof ListingSearch, ReadonlyMap<string, string>>>;
export type ListingKind = keyof typeof LISTING_KINDS;

function byName(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(values.map((value) => [nameInAddress(value), value]));
}

function nameInAddress(value: string): string {
  return foldText(value)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");
}

/**
 * State of a public inventory. Brand and model are folded as in the database, kinds are URL names;
 * pages start at 1.
 */
export type ListingSearch = {
  text: string;
  brand: string;
  model: string;
  body: string;
  fuel: string;
  drivetrain: string;
  yearFrom: number | null;
  yearTo: number | null;
  priceFrom: number | null;
  priceTo: number | null;
  mileageTo: number | null;
  order: ListingOrder;
  page: number;
};

/** URL parameters, equal to the form's field names, so that it works without script. */
export const LISTING_NAMES = {
  text: "q",
  brand: "marca",
  model: "modelo",
  body: "carroceria",
  fuel: "combustible",
  drivetrain: "traccion",
  yearFrom: "desde",
  yearTo: "hasta",
  priceFrom: "precio-min",
  priceTo: "precio-max",
  mileageTo: "millaje-max",
  order: "orden",
  page: "pagina",
} as const satisfies Record<keyof ListingSearch, string>;

/** Reads the search from URL parameters; invalid values become defaults. */
export function readListingSearch(parameters: URLSearchParams): ListingSearch {
  const typed = (name: keyof ListingSearch) =>
    (parameters.get(LISTING_NAMES[name]) ?? "").trim().slice(0, MAX_TEXT_LENGTH);
  const number = (name: keyof ListingSearch) =>
    count.catch(null).parse(typed(name).replaceAll(/[\s$,]/g, "") || null);
  const kind = (name: ListingKind) => {
    const named = nameInAddress(typed(name));
    return LISTING_KINDS[name].has(named) ? named : "";
  };
  return {
    text: typed("text"),
    brand: foldText(typed("brand")),
    model: foldText(typed("model")),
    body: kind("body"),
    fuel: kind("fuel"),
    drivetrain: kind("drivetrain"),
    yearFrom: number("yearFrom"),
    yearTo: number("yearTo"),
    priceFrom: number("priceFrom"),
    priceTo: number("priceTo"),
    mileageTo: number("mileageTo"),
    order: order.catch(FIRST_ORDER).parse(typed("order")),
    page: Math.max(1, Math.min(number("page") ?? 1, 10_000)),
  };
}

/** Writes the search to URL parameters; defaults are omitted. */
export function writeListingSearch(search: ListingSearch): URLSearchParams {
  const parameters = new URLSearchParams();
  const { order: chosen, page, ...filters } = search;
  for (const [name, value] of Object.entries(filters) as [keyof typeof filters, unknown][]) {
    if (value !== null && value !== "") parameters.set(LISTING_NAMES[name], String(value));
  }
  if (chosen !== FIRST_ORDER) parameters.set(LISTING_NAMES.order, chosen);
  if (page > 1) parameters.set(LISTING_NAMES.page, String(page));
  return parameters;
}

/** Number of active filters; order and page do not count. */
export function countFilters({ order: _, page: __, ...filters }: ListingSearch): number {
  return Object.values(filters).filter((value) => value !== null && value !== "").length;
}
