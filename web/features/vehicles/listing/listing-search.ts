import { z } from "zod";
import { foldText } from "#contract/text/fold-text.ts";
import { BodyStyle, Drivetrain, FuelType } from "#contract/vehicle-fields.ts";

/** What a public inventory can be ordered by, as the address names it, and as the form does. */
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

/** What a search starts with. */
export const FIRST_ORDER = "recientes";

const order = z.enum(Object.keys(LISTING_ORDERS) as [ListingOrder, ...ListingOrder[]]);
const count = z.coerce.number().int().min(0).max(999_999_999).nullable();
const LONGEST_TEXT = 100;

/** What a vehicle is one of, by its name in the address: 'sedan', 'integral-awd'. */
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
 * What is shown of a public inventory. Brand and model are folded as the database folds them, kinds
 * are as the address names them; pages count from 1.
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

/**
 * The names in the address; the form's fields have the same ones, so that it works without script.
 */
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

/**
 * Reads the search out of an address; what is no search is the first page of everything, newest
 * first.
 */
export function readListingSearch(parameters: URLSearchParams): ListingSearch {
  const typed = (name: keyof ListingSearch) =>
    (parameters.get(LISTING_NAMES[name]) ?? "").trim().slice(0, LONGEST_TEXT);
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

/** The address's parameters for this search; what is as it starts is left out. */
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

/** How many filters are on; order and page are none. */
export function countFilters({ order: _, page: __, ...filters }: ListingSearch): number {
  return Object.values(filters).filter((value) => value !== null && value !== "").length;
}
