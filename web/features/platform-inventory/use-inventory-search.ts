import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useTypedText } from "#web/ui/controls/use-typed-text.ts";
import {
  type InventorySearch,
  readInventorySearch,
  type SortKey,
  startsDescending,
  writeInventorySearch,
} from "./inventory-search.ts";

/**
 * The search, kept in the address, so that Back works; `typed` is the text that is in the box
 * already.
 */
export function useInventorySearch() {
  const [parameters, setParameters] = useSearchParams();
  const search = readInventorySearch(parameters);
  const change = useCallback(
    (part: Partial<InventorySearch>, { replace = true } = {}) =>
      setParameters(
        (current) => writeInventorySearch({ ...readInventorySearch(current), ...part }),
        { replace, preventScrollReset: true },
      ),
    [setParameters],
  );
  const find = useCallback((text: string) => change({ text, page: 1 }), [change]);
  const [typed, type] = useTypedText(search.text, find);

  return {
    search,
    typed,
    type,
    /** Orders by a column; by the same one again the other way round. */
    sortBy: (sort: SortKey) =>
      change({
        sort,
        descending: sort === search.sort ? !search.descending : startsDescending[sort],
        page: 1,
      }),
    turnTo: (page: number) => change({ page }, { replace: false }),
    clear: () => find(""),
  };
}
