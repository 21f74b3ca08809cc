import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the address, and the way to change them without a step in the history, unless
 * `replace` is false. `change` is given those that stand in the address at that moment: a list that
 * is slow to draw would still know those of before, and what was chosen since would be lost. Those
 * of another page, which is about to be drawn, are not this one's.
 */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const drawn = useLocation();
  const change = useCallback(
    (next: Change, { replace = true } = {}) => {
      const { pathname, search } = window.location;
      const current = new URLSearchParams(pathname === drawn.pathname ? search : drawn.search);
      setParameters(next(current), { replace, preventScrollReset: true });
    },
    [setParameters, drawn.pathname, drawn.search],
  );
  return [parameters, change] as const;
}
