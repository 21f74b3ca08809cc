import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useTypedText } from "#web/ui/controls/use-typed-text.ts";
import { type AccountFilter, readAccountFilter, writeAccountFilter } from "./account-filter.ts";

/**
 * The list's filter, kept in the address: a reload, a bookmark or the way back keeps it. `typed` is
 * the text that is in the box already.
 */
export function useAccountFilter() {
  const [parameters, setParameters] = useSearchParams();
  const filter = readAccountFilter(parameters);
  const change = useCallback(
    (part: Partial<AccountFilter>) =>
      setParameters(
        (current) => writeAccountFilter(current, { ...readAccountFilter(current), ...part }),
        { replace: true, preventScrollReset: true },
      ),
    [setParameters],
  );
  const search = useCallback((text: string) => change({ text }), [change]);
  const [typed, type] = useTypedText(filter.text, search);
  return { filter, typed, type, change };
}
