import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { useQueryParams } from "#web/ui/controls/use-query-params.ts";
import { useDebouncedText } from "#web/ui/fields/search-box.tsx";
import { type LeadFilter, noLeadFilter, readLeadFilter, writeLeadFilter } from "./lead-filter.ts";

/** URL parameter of the opened lead. */
export const SELECTED = "prospecto";
/**
 * Marks history entries created by opening a lead, so that closing goes back instead of adding an
 * entry.
 */
const OPENED_HERE = { leadOpenedFromList: true };

/** The filter and the opened lead, stored in the URL; `typed` is the text in the search box. */
export function useLeadFilter() {
  const [parameters, changeAddress] = useQueryParams();
  const filter = readLeadFilter(parameters);
  const change = useCallback(
    (part: Partial<LeadFilter>) =>
      changeAddress((current) => writeLeadFilter(current, { ...readLeadFilter(current), ...part })),
    [changeAddress],
  );
  const find = useCallback((text: string) => change({ text }), [change]);
  const [typed, type] = useDebouncedText(filter.text, find);
  return { filter, typed, type, change, clear: () => change(noLeadFilter) };
}

/**
 * The opened lead. Opening one adds a history entry, so that a phone's Back closes it; switching to
 * another replaces the entry.
 */
export function useOpenedLead() {
  const [parameters, changeAddress] = useQueryParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const opened = parameters.get(SELECTED);
  const openedHere = state?.leadOpenedFromList === true;

  const addressOf = (id: string) => {
    const next = new URLSearchParams(parameters);
    next.set(SELECTED, id);
    return `?${next}`;
  };
  const close = () => {
    if (openedHere) return navigate(-1);
    return changeAddress((current) => {
      current.delete(SELECTED);
      return current;
    });
  };
  /** Props of a link to a lead. */
  const linkTo = (id: string) => ({
    to: addressOf(id),
    replace: opened !== null,
    state: opened === null || openedHere ? OPENED_HERE : undefined,
    preventScrollReset: opened !== null,
  });
  return { opened, linkTo, close };
}

export type LinkToLead = ReturnType<typeof useOpenedLead>["linkTo"];
