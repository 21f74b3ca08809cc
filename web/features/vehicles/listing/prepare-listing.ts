import { limits } from "#contract/limits.ts";
import type { Units } from "#contract/units.ts";
import { attributedLink } from "#web/session/links/attributed-link.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { type PreparedCard, prepareCard } from "../card-vehicle.ts";
import { type Chip, listingChips } from "./listing-chips.ts";
import { type Field, listingFields, orderSelect, type Select } from "./listing-fields.ts";
import { countFilters, type ListingSearch, writeListingSearch } from "./listing-search.ts";
import type { LoadedListing } from "./load-listing.ts";

/** An entry of the pagination; `gap` is the number of pages left out. */
export type PageLink = { page: number; href: string; current: boolean } | { gap: number };

/** A listing prepared by a loader, so that browsers need no code for it. */
export type PreparedListing = {
  vehicles: PreparedCard[];
  /** '128 vehículos', or the number of matches. */
  count: string;
  state: "full" | "empty" | "nothing found";
  chips: Chip[];
  form: {
    /** Target of the form, and the salesperson that it passes on. */
    path: string;
    vendedor: string | null;
    text: string;
    fields: Field[];
    order: Select;
    /** Number of active filters. */
    active: number;
    /** Label of the button from the filters to the vehicles on phones: 'Ver 9 vehículos'. */
    goal: string;
    /** URL without filters. */
    clear: string;
  };
  pages: PageLink[];
};

/** Takes the result, the dealership's units, and the page's path and salesperson for its links. */
export function prepareListing(
  { search, vehicles, found, isFuzzy, choices }: LoadedListing,
  units: Units,
  path: string,
  vendedor: string | null,
): PreparedListing {
  const last = Math.ceil(found / limits.vehiclesPerPage);
  const active = countFilters(search);
  return {
    vehicles: vehicles.map((vehicle) => prepareCard(vehicle, units)),
    count: describeCount(found, isFuzzy ? "parecido" : active > 0 ? "encontrado" : ""),
    state: choices.length === 0 ? "empty" : found === 0 ? "nothing found" : "full",
    chips: listingChips({ choices, search, units }, (other) =>
      listingAddress(path, other, vendedor),
    ),
    form: {
      path,
      vendedor,
      text: search.text,
      fields: listingFields(choices, search, units),
      order: orderSelect(search, units),
      active,
      goal: `Ver ${describeCount(found)}`,
      clear: attributedLink(path, vendedor),
    },
    pages: pagesAround(search.page, last).map((page) =>
      page < 0
        ? { gap: page }
        : {
            page,
            href: `${listingAddress(path, { ...search, page }, vendedor)}#inventario`,
            current: page === search.page,
          },
    ),
  };
}

/** URL of a search. */
export function listingAddress(
  path: string,
  search: ListingSearch,
  vendedor: string | null,
): string {
  const query = String(writeListingSearch(search));
  return attributedLink(`${path}${query && `?${query}`}`, vendedor);
}

function describeCount(found: number, which: "encontrado" | "parecido" | "" = ""): string {
  const words = ["vehículo", which].filter(Boolean);
  const many = found === 1 ? words : words.map((word) => `${word}s`);
  return `${formatNumber(found)} ${many.join(" ")}`;
}

/**
 * The first, the last and the pages around the current one; a negative number is a gap. Empty for a
 * single page.
 */
function pagesAround(current: number, last: number): number[] {
  if (last < 2) return [];
  const near = [1, current - 1, current, current + 1, last];
  const pages = [...new Set(near.filter((page) => page >= 1 && page <= last))];
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? 0;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [-page, page] : [page];
  });
}
