import { type Dispatch, useCallback, useLayoutEffect, useRef } from "react";
import { tabStorage } from "#web/device-storage.ts";
import { clearTab } from "../device/tab-memory.ts";
import type { SessionEvent, SessionState } from "../session-state.ts";

/** Why a page is held: it has unsaved input, or is saving it. */
export type Hold = "unsaved" | "saving";

/**
 * Counts the page's holds, for which it outlives the session. Clears the previous person's data
 * when the page is left or another person signs in on it.
 */
export function usePageHolds(
  state: SessionState,
  dispatch: Dispatch<SessionEvent>,
  onCleared: () => void,
): { holds: (hold?: Hold) => boolean; holdPage: (hold: Hold) => () => void } {
  const held = useRef<Hold[]>([]);
  const before = useRef(state);

  useLayoutEffect(() => {
    const { current } = before;
    before.current = state;
    const isReplaced = "user" in current && state.status === "loading";
    const isOver = current.status === "ended" && !goesOn(current.user.id, state);
    if (!isReplaced && !isOver) return;
    if (state.status === "anonymous") clearTab(tabStorage);
    onCleared();
  }, [state, onCleared]);

  const holds = useCallback(
    (hold?: Hold) => (hold ? held.current.includes(hold) : held.current.length > 0),
    [],
  );
  const holdPage = useCallback(
    (hold: Hold) => {
      held.current.push(hold);
      return () => {
        held.current.splice(held.current.indexOf(hold), 1);
        if (held.current.length === 0) dispatch({ type: "left" });
      };
    },
    [dispatch],
  );
  return { holds, holdPage };
}

function goesOn(userId: string, state: SessionState): boolean {
  return (state.status === "signed-in" || state.status === "ended") && state.user.id === userId;
}
