import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type AnonymousRest, readCountedRows, readPublicRows } from "#web/api/read-public-rows.ts";
import { CARD_COLUMNS, CardVehicle } from "../card-vehicle.ts";
import {
  countFilters,
  LISTING_KINDS,
  type ListingKind,
  type ListingOrder,
  type ListingSearch,
} from "./listing-search.ts";

const ORDERS: Record<ListingOrder, string> = {
  recientes: "created_at.desc",
  "precio-menor": "price_amount.asc.nullslast",
  "precio-mayor": "price_amount.desc.nullslast",
  "ano-nuevo": "year.desc",
  "ano-antiguo": "year.asc",
  "millaje-menor": "mileage.asc.nullslast",
  "millaje-mayor": "mileage.desc.nullslast",
  marca: "brand_folded.asc,model_folded.asc,year.desc",
  modelo: "model_folded.asc,brand_folded.asc,year.desc",
};

/** The columns of the database that say of what kind a vehicle is. */
export const KIND_COLUMNS = {
  body: "body_style",
  fuel: "fuel_type",
  drivetrain: "drivetrain",
} as const satisfies Record<ListingKind, string>;

/**
 * PostgREST's filters and order for a search of a dealership's available vehicles; the id comes
 * last, so that no vehicle is on two pages. Words are the arguments of search_listing, which knows
 * the rest.
 */
export function listingQuery(dealershipId: string, search: ListingSearch): Record<string, string> {
  const conditions = boundsOf(search);
  return {
    ...(search.text
      ? { p_dealership_id: dealershipId, p_text: search.text }
      : { user_id: `eq.${dealershipId}`, status: "eq.Disponible", published: "is.true" }),
    ...(search.brand ? { brand_folded: `eq.${search.brand}` } : {}),
    ...(search.model ? { model_folded: `eq.${search.model}` } : {}),
    ...kindsOf(search),
    ...(conditions.length > 0 ? { and: `(${conditions.join(",")})` } : {}),
    order: `${ORDERS[search.order]},id.desc`,
  };
}

function kindsOf(search: ListingSearch): Record<string, string> {
  return Object.fromEntries(
    (["body", "fuel", "drivetrain"] as const).flatMap((kind) => {
      const value = LISTING_KINDS[kind].get(search[kind]);
      return value ? [[KIND_COLUMNS[kind], `eq.${value}`]] : [];
    }),
  );
}

function boundsOf({ yearFrom, yearTo, priceFrom, priceTo, mileageTo }: ListingSearch): string[] {
  const bounds: [condition: string, bound: number | null][] = [
    ["year.gte", yearFrom],
    ["year.lte", yearTo],
    ["price_amount.gte", priceFrom],
    ["price_amount.lte", priceTo],
    ["mileage.lte", mileageTo],
  ];
  return bounds.flatMap(([condition, bound]) => (bound === null ? [] : [`${condition}.${bound}`]));
}

/** One page of a dealership's available, published vehicles, and what could be asked for. */
export type FoundListing = {
  /**
   * As asked for, but on a page that there is, and without a model that the chosen brand has not.
   */
  search: ListingSearch;
  vehicles: CardVehicle[];
  /** How many the search finds. */
  found: number;
  /** Whether words were forgiven, since no vehicle has them as they were typed. */
  isNear: boolean;
  choices: ListingChoice[];
};

/**
 * A page of the dealership's available, published vehicles (docs/product/storefront.md) as the
 * search asks for it. Two requests at once with the anonymous key, however many vehicles there are,
 * and a third for an address that was made by hand. Throws PublicRowsUnavailable when the api does
 * not answer.
 */
export async function loadListing(
  rest: AnonymousRest,
  dealershipId: string,
  search: ListingSearch,
): Promise<FoundListing> {
  const [page, rows] = await Promise.all([
    readPage(rest, dealershipId, search),
    readPublicRows(rest, "rpc/get_listing_choices", { p_dealership_id: dealershipId }),
  ]);
  const choices = z.array(ListingChoice).parse(rows);
  const found = page.total ?? countVehicles(choices);
  const possible = possibleSearch(search, found, choices);
  const shown = possible === search ? page : await readPage(rest, dealershipId, possible);
  return {
    search: possible,
    vehicles: z.array(CardVehicle).parse(shown.rows),
    found: shown.total ?? found,
    isNear: z.array(FoundRow).parse(shown.rows)[0]?.exact === false,
    choices,
  };
}

const FoundRow = z.object({ exact: z.boolean().optional() });

/**
 * Without script a brand can be changed and its model stay behind; and an old address may name a
 * page that is gone.
 */
function possibleSearch(
  search: ListingSearch,
  found: number,
  choices: ListingChoice[],
): ListingSearch {
  const { brand, model, page } = search;
  if (brand && model && !isModelOf(choices, brand, model)) return { ...search, model: "", page: 1 };
  const last = Math.max(1, Math.ceil(found / limits.vehiclesPerPage));
  return page > last ? { ...search, page: last } : search;
}

/** Nobody has to count what is not filtered: the choices know how many there are. */
async function readPage(
  rest: AnonymousRest,
  dealershipId: string,
  search: ListingSearch,
): Promise<{ rows: unknown; total: number | null }> {
  const query = {
    select: search.text ? `${CARD_COLUMNS},exact` : CARD_COLUMNS,
    ...listingQuery(dealershipId, search),
    limit: String(limits.vehiclesPerPage),
    offset: String((search.page - 1) * limits.vehiclesPerPage),
  };
  if (countFilters(search) === 0) {
    return { rows: await readPublicRows(rest, "vehicles", query), total: null };
  }
  return readCountedRows(rest, search.text ? "rpc/search_listing" : "vehicles", query);
}

/** The listing of somebody who has no dealership. */
export function emptyListing(search: ListingSearch): FoundListing {
  return { search, vehicles: [], found: 0, isNear: false, choices: [] };
}

/** A row of the function get_listing_choices. */
export const ListingChoice = z.object({
  brand: z.string(),
  model: z.string(),
  brand_folded: z.string(),
  model_folded: z.string(),
  vehicle_count: z.number(),
  oldest_year: z.number(),
  newest_year: z.number(),
  lowest_price: z.number().nullable(),
  highest_price: z.number().nullable(),
  highest_mileage: z.number().nullable(),
  body_style: z.string().nullable(),
  fuel_type: z.string().nullable(),
  drivetrain: z.string().nullable(),
});
export type ListingChoice = z.infer<typeof ListingChoice>;

/** How many vehicles the whole inventory has. */
export function countVehicles(choices: ListingChoice[]): number {
  return choices.reduce((sum, { vehicle_count }) => sum + vehicle_count, 0);
}

/** Whether the brand has such a model. */
function isModelOf(choices: ListingChoice[], brand: string, model: string): boolean {
  return choices.some((choice) => choice.brand_folded === brand && choice.model_folded === model);
}
