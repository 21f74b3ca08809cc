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

/** Database columns of the kinds. */
export const KIND_COLUMNS = {
  body: "body_style",
  fuel: "fuel_type",
  drivetrain: "drivetrain",
} as const satisfies Record<ListingKind, string>;

/**
 * PostgREST filters and order of a dealership's available vehicles. Sorted by ID last, so that no
 * vehicle is on two pages. Words become arguments of search_listing, which does the rest.
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

/** A page of a dealership's available, published vehicles, and the values to filter by. */
export type LoadedListing = {
  /**
   * The search that was used: on an existing page, without a model that the brand does not have.
   */
  search: ListingSearch;
  vehicles: CardVehicle[];
  /** Number of matches. */
  found: number;
  /** True if only fuzzy matches were found. */
  isFuzzy: boolean;
  choices: ListingChoice[];
};

/**
 * Loads a page of a dealership's available, published vehicles (docs/product/storefront.md). Two
 * concurrent requests with the anonymous key regardless of the inventory's size, and a third if the
 * URL had to be corrected. Throws PublicRowsUnavailable if the API does not answer.
 */
export async function loadListing(
  rest: AnonymousRest,
  dealershipId: string,
  search: ListingSearch,
): Promise<LoadedListing> {
  const [page, rows] = await Promise.all([
    readPage(rest, dealershipId, search),
    readPublicRows(rest, "rpc/get_listing_choices", { p_dealership_id: dealershipId }),
  ]);
  const choices = z.array(ListingChoice).parse(rows);
  const found = page.total ?? countVehicles(choices);
  const possible = correctSearch(search, found, choices);
  const shown = possible === search ? page : await readPage(rest, dealershipId, possible);
  return {
    search: possible,
    vehicles: z.array(CardVehicle).parse(shown.rows),
    found: shown.total ?? found,
    isFuzzy: z.array(FoundRow).parse(shown.rows)[0]?.exact === false,
    choices,
  };
}

const FoundRow = z.object({ exact: z.boolean().optional() });

/**
 * Corrects a model left over from another brand (without script), and a page that no longer exists.
 */
function correctSearch(
  search: ListingSearch,
  found: number,
  choices: ListingChoice[],
): ListingSearch {
  const { brand, model, page } = search;
  if (brand && model && !isModelOf(choices, brand, model)) return { ...search, model: "", page: 1 };
  const last = Math.max(1, Math.ceil(found / limits.vehiclesPerPage));
  return page > last ? { ...search, page: last } : search;
}

/** Without filters no count is needed, because the choices include it. */
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

/** The listing without a dealership. */
export function emptyListing(search: ListingSearch): LoadedListing {
  return { search, vehicles: [], found: 0, isFuzzy: false, choices: [] };
}

/** A row of the SQL function get_listing_choices. */
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

/** Number of vehicles in the whole inventory. */
export function countVehicles(choices: ListingChoice[]): number {
  return choices.reduce((sum, { vehicle_count }) => sum + vehicle_count, 0);
}

function isModelOf(choices: ListingChoice[], brand: string, model: string): boolean {
  return choices.some((choice) => choice.brand_folded === brand && choice.model_folded === model);
}
