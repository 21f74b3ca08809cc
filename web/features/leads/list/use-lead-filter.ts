import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAddress } from "#web/ui/controls/use-address.ts";
import { useTypedText } from "#web/ui/fields/search-box.tsx";
import { type LeadFilter, noLeadFilter, readLeadFilter, writeLeadFilter } from "./lead-filter.ts";

/** The parameter that names the opened lead. */
export const SELECTED = "prospecto";
/**
 * Marks a history entry that was made by opening a lead, so that closing it goes back instead of
 * adding one.
 */
const OPENED_HERE = { leadOpenedFromList: true };

/**
 * The filter and the opened lead, both kept in the address; `typed` is the text that is in the box
 * already.
 */
export function useLeadFilter() {
  const [parameters, changeAddress] = useAddress();
  const filter = readLeadFilter(parameters);
  const change = useCallback(
    (part: Partial<LeadFilter>) =>
      changeAddress((current) => writeLeadFilter(current, { ...readLeadFilter(current), ...part })),
    [changeAddress],
  );
  const find = useCallback((text: string) => change({ text }), [change]);
  const [typed, type] = useTypedText(filter.text, find);
  return { filter, typed, type, change, clear: () => change(noLeadFilter) };
}

/**
 * Which lead is open. Opening the first adds to the history, so that a phone's Back closes it; from
 * one to the next does not.
 */
export function useOpenedLead() {
  const [parameters, changeAddress] = useAddress();
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
  /** What a link to a lead needs. */
  const linkTo = (id: string) => ({
    to: addressOf(id),
    replace: opened !== null,
    state: opened === null || openedHere ? OPENED_HERE : undefined,
    preventScrollReset: opened !== null,
  });
  return { opened, linkTo, close };
}

export type LinkToLead = ReturnType<typeof useOpenedLead>["linkTo"];
