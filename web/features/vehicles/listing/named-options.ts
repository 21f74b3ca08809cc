import { groupBy } from "#contract/group-by.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { LISTING_KINDS, type ListingKind, type ListingSearch } from "./listing-search.ts";
import { countVehicles, KIND_COLUMNS, type ListingChoice } from "./load-listing.ts";

/** An option: value and label. */
export type Option = readonly [value: string, label: string];

/** Filters with a single name. */
const NAMED_FILTERS = ["brand", "model", "body", "fuel", "drivetrain"] as const;
type NamedFilter = "brand" | "model" | ListingKind;

/**
 * The options of a filter, with counts under the other named filters, so that every option has
 * matches. The selected option stays even without matches.
 */
export function namedOptions(
  filter: NamedFilter,
  choices: ListingChoice[],
  search: ListingSearch,
): Option[] {
  // The model belongs to the previous brand.
  const chosen = filter === "brand" ? { ...search, model: "" } : search;
  const left = choices.filter((choice) =>
    NAMED_FILTERS.every(
      (name) => name === filter || !chosen[name] || chosen[name] === optionNameOf(choice, name),
    ),
  );
  const counts = groupBy(left, (choice) => optionNameOf(choice, filter));
  const options = [...groupBy(choices, (choice) => optionNameOf(choice, filter))].flatMap(
    ([name, [first]]): Option[] => {
      const count = countVehicles(counts.get(name) ?? []);
      if (!name || !first || (count === 0 && name !== chosen[filter])) return [];
      return [[name, `${labelOf(first, filter)} (${formatNumber(count)})`]];
    },
  );
  if (filter === "brand" || filter === "model") return options;
  const order = [...LISTING_KINDS[filter].keys()];
  return options.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** URL name of a choice's value; null if unknown. */
export function optionNameOf(choice: ListingChoice, filter: NamedFilter): string | null {
  if (filter === "brand") return choice.brand_folded;
  if (filter === "model") return choice.model_folded;
  const value = choice[KIND_COLUMNS[filter]];
  return [...LISTING_KINDS[filter]].find(([, stored]) => stored === value)?.[0] ?? null;
}

function labelOf(choice: ListingChoice, filter: NamedFilter): string | null {
  if (filter === "brand" || filter === "model") return choice[filter];
  return choice[KIND_COLUMNS[filter]];
}
