import { foldText } from "#contract/fold-text.ts";
import type { ListingOrder, ListingSearch } from "./listing-search.ts";

/** More words than these narrow nothing any more. */
const MOST_WORDS = 8;

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

/**
 * PostgREST's filters and order for a search of a dealership's available vehicles; the id comes
 * last, so that no vehicle is on two pages.
 */
export function listingQuery(dealershipId: string, search: ListingSearch): Record<string, string> {
  const conditions = [...boundsOf(search), ...wordsOf(search.text)];
  return {
    user_id: `eq.${dealershipId}`,
    status: "eq.Disponible",
    ...(search.brand ? { brand_folded: `eq.${search.brand}` } : {}),
    ...(search.model ? { model_folded: `eq.${search.model}` } : {}),
    ...(conditions.length > 0 ? { and: `(${conditions.join(",")})` } : {}),
    order: `${ORDERS[search.order]},id.desc`,
  };
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

/**
 * Each word must occur. Only letters, digits and hyphens count, so that nothing typed is a wildcard
 * or ends a value.
 */
function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => `search_text.like."*${word}*"`);
}
