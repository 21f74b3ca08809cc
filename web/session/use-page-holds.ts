import { type Dispatch, useCallback, useLayoutEffect, useRef } from "react";
import type { SessionEvent, SessionState } from "./session-state.ts";
import { forgetTab } from "./tab-memory.ts";
import { useAuth } from "./use-auth.ts";

/**
 * Counts what is typed and not saved on the page, for which it outlives the session, and forgets
 * what was loaded for the last person as soon as that page is left or somebody else signs in on it.
 */
export function usePageHolds(
  state: SessionState,
  dispatch: Dispatch<SessionEvent>,
  onCleared: () => void,
): { endOf: () => "ended" | "cleared"; holdPage: () => () => void } {
  const holds = useRef(0);
  const before = useRef(state);

  useLayoutEffect(() => {
    const { current } = before;
    before.current = state;
    if (current.status !== "ended" || goesOn(current.user.id, state)) return;
    if (state.status === "anonymous") forgetTab(sessionStorage);
    onCleared();
  }, [state, onCleared]);

  const endOf = useCallback(() => (holds.current > 0 ? "ended" : "cleared"), []);
  const holdPage = useCallback(() => {
    holds.current += 1;
    return () => {
      holds.current -= 1;
      if (holds.current === 0) dispatch({ type: "left" });
    };
  }, [dispatch]);
  return { endOf, holdPage };
}

function goesOn(userId: string, state: SessionState): boolean {
  return (state.status === "signed-in" || state.status === "ended") && state.user.id === userId;
}

/**
 * While something on the page is unsaved, the end of the session does not take the page away;
 * whoever signs in again goes on.
 */
export function useHeldPage(unsaved: boolean): void {
  const { holdPage } = useAuth();
  // Before the browser paints: the page that is left for another one must not be taken for a held
  // one.
  useLayoutEffect(() => (unsaved ? holdPage() : undefined), [unsaved, holdPage]);
}
