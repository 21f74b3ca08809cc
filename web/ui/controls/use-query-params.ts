import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The query parameters, and a function that changes them, without a history entry unless `replace`
 * is false. `change` gets the current parameters of the location, since a slow render may still
 * have old ones and would lose later changes. After navigation to another page has started, it does
 * nothing.
 */
export function useQueryParams() {
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
