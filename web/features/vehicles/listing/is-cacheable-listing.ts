import type { Units } from "#contract/units.ts";
import { listingFields } from "./listing-fields.ts";
import {
  countFilters,
  LISTING_NAMES,
  readListingSearch,
  writeListingSearch,
} from "./listing-search.ts";
import type { LoadedListing } from "./load-listing.ts";

/** More filters than this make a search too rare to cache. */
const MAX_FILTERS = 2;

/**
 * Whether a search is worth caching: no words, few filters, all of them offered by the page, and
 * the URL in the page's own form. Made-up URLs therefore take no cache space.
 */
export function isCacheableListing(
  { search, choices }: LoadedListing,
  units: Units,
  parameters: URLSearchParams,
): boolean {
  if (search.text || countFilters(search) > MAX_FILTERS) return false;
  const written = writeListingSearch(search);
  const nothing = readListingSearch(new URLSearchParams());
  const offered = listingFields(choices, nothing, units).flatMap(({ selects }) => selects);
  return Object.values(LISTING_NAMES).every((name) => {
    const asked = parameters.getAll(name);
    if (String(asked) !== String(written.getAll(name))) return false;
    if (asked.length === 0 || name === LISTING_NAMES.order || name === LISTING_NAMES.page) {
      return true;
    }
    const options = offered.find((select) => select.name === name)?.groups ?? [];
    return options.some((group) => group.options.some(([value]) => value === asked[0]));
  });
}
