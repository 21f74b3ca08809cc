import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the address, and the way to change them without a step in the history, unless
 * `replace` is false. `change` is given those that stand in the address at that moment: a list that
 * is slow to draw would still know those of before, and what was chosen since would be lost. Once
 * the address is another page's, which is about to be drawn, nothing is changed any more.
 */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback(
    (next: Change, { replace = true } = {}) => {
      if (window.location.pathname !== pathname) return;
      const current = new URLSearchParams(window.location.search);
      setParameters(next(current), { replace, preventScrollReset: true });
    },
    [setParameters, pathname],
  );
  return [parameters, change] as const;
}
