import { type Dispatch, useCallback, useEffect, useRef } from "react";
import type { SessionEvent, SessionState } from "../session-state.ts";

type Answer = (token: string | null) => void;

/**
 * Returns a function that asks the person of a held page to sign in again. It resolves to the new
 * access token, or to null when they postpone it, leave, or another person signs in.
 */
export function useSignInAgain(
  state: SessionState,
  dispatch: Dispatch<SessionEvent>,
): () => Promise<string | null> {
  const waiting = useRef<Answer[]>([]);
  const latest = useRef(state);
  const last = useRef<string | null>(null);

  useEffect(() => {
    latest.current = state;
    if (state.status === "ended") last.current = state.user.id;
    if (state.status === "ended" && state.asking) return;
    const isBack = state.status === "signed-in" && state.user.id === last.current;
    for (const answer of waiting.current.splice(0)) {
      answer(isBack ? state.session.access_token : null);
    }
  }, [state]);

  return useCallback(() => {
    const { status } = latest.current;
    if (status !== "signed-in" && status !== "ended") return Promise.resolve(null);
    const answered = new Promise<string | null>((answer) => {
      waiting.current.push(answer);
    });
    dispatch({ type: "ended" });
    dispatch({ type: "sign-in-asked" });
    return answered;
  }, [dispatch]);
}
