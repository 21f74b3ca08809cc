import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the address, and the way to change them without a step in the history, unless
 * `replace` is false. `change` is given those that stand in the address at that moment: a list that
 * is slow to draw would still know those of before, and what was chosen since would be lost.
 */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (next: Change, { replace = true } = {}) =>
      setParameters(next(new URLSearchParams(window.location.search)), {
        replace,
        preventScrollReset: true,
      }),
    [setParameters],
  );
  return [parameters, change] as const;
}
