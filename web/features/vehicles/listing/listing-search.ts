import { z } from "zod";
import { foldText } from "#contract/fold-text.ts";

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

/**
 * What is shown of a public inventory. Brand and model are folded as the database folds them; pages
 * count from 1.
 */
export type ListingSearch = {
  text: string;
  brand: string;
  model: string;
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
  return {
    text: typed("text"),
    brand: foldText(typed("brand")),
    model: foldText(typed("model")),
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

/** Whether others ask for the same, too: hardly for words that somebody types. */
export function isOftenAsked({ text }: ListingSearch): boolean {
  return text === "";
}

/** How many filters are on; order and page are none. */
export function countFilters({ order: _, page: __, ...filters }: ListingSearch): number {
  return Object.values(filters).filter((value) => value !== null && value !== "").length;
}
