import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { deviceStorage, tabStorage } from "#web/device-storage.ts";
import type { BrowserClient } from "./device/browser-client.ts";
import { hasStoredSession } from "./device/stored-session.ts";
import { claimTab, clearTab, readImpersonation } from "./device/tab-memory.ts";
import { usePageHolds } from "./forms/use-page-holds.ts";
import { useSignInAgain } from "./forms/use-sign-in-again.ts";
import { needsSecondFactor } from "./links/needs-second-factor.ts";
import { loadSessionUser, type ReportError } from "./load-session-user.ts";
import { reduceSession, type SessionEvent, type SessionState } from "./session-state.ts";
import type { Auth } from "./use-auth.ts";

export type SessionCallbacks = {
  /** The server ended the session: show a notice. */
  onExpired: () => void;
  /** The session is over: clear the loaded data. */
  onCleared: () => void;
  onReport: ReportError;
};

/**
 * Follows the auth client's events (docs/product/accounts.md). SIGNED_OUT clears the state; a
 * rejected refresh token also shows a notice. All other events with a session reload user and
 * profile, unless the second factor is missing. A page with unsaved input outlives the session
 * (`holdPage`).
 */
export function useSession(
  client: BrowserClient,
  callbacks: SessionCallbacks,
): { state: SessionState; dispatch: Dispatch<SessionEvent>; holdPage: Auth["holdPage"] } {
  const [state, dispatch] = useReducer(reduceSession, { status: "loading" });
  const latest = useRef(callbacks);
  latest.current = callbacks;
  const turn = useRef(0);
  const { holds, holdPage } = usePageHolds(state, dispatch, callbacks.onCleared);
  client.hooks.holds = holds;
  client.hooks.signInAgain = useSignInAgain(state, dispatch);

  const applyAuthEvent = useCallback(
    async (event: AuthChangeEvent, session: Session | null) => {
      turn.current += 1;
      const mine = turn.current;
      // Another tab's sign-out arrives before this tab sees the empty storage, so the event
      // decides.
      const isStored = event !== "SIGNED_OUT" && hasStoredSession(deviceStorage, location.origin);
      if (!session || event === "SIGNED_OUT") {
        if (isStored) dispatch({ type: "unreachable" });
        else endSession(client, latest.current, dispatch, holds() ? "ended" : "cleared");
        return;
      }
      if (client.hooks.isLeaving) return;
      if (needsSecondFactor(session)) {
        dispatch({ type: "code-awaited", session });
        return;
      }
      dispatch({ type: "session-came", userId: session.user.id });
      const user = await loadSessionUser(client.supabase, session.user, latest.current.onReport);
      if (mine !== turn.current) return;
      claimTab(tabStorage, user.id);
      const storedImpersonation = readImpersonation(tabStorage);
      dispatch({ type: "loaded", session, user, storedImpersonation });
    },
    [client, holds],
  );

  useEffect(() => {
    const { data } = client.supabase.auth.onAuthStateChange((event, session) => {
      // The client awaits its listeners while it holds its lock; a call from inside would deadlock.
      setTimeout(() => {
        if (event === "TOKEN_REFRESHED" && !session) forceSignOut(client);
        else applyAuthEvent(event, session);
      }, 0);
    });
    return () => data.subscription.unsubscribe();
  }, [client, applyAuthEvent]);

  client.hooks.impersonatedId =
    state.status === "signed-in" ? (state.impersonatedUser?.id ?? null) : null;
  client.hooks.personId = "user" in state ? state.user.id : null;
  return { state, dispatch, holdPage };
}

/**
 * A refresh without a session ends it. The SIGNED_OUT event then clears the state and shows the
 * notice.
 */
function forceSignOut({ hooks, supabase }: BrowserClient): void {
  hooks.refreshRefused = true;
  supabase.auth.signOut({ scope: "local" });
}

function endSession(
  { hooks }: BrowserClient,
  callbacks: SessionCallbacks,
  dispatch: Dispatch<SessionEvent>,
  end: "ended" | "cleared",
): void {
  // A held page still belongs to its person, with their impersonation.
  if (end === "cleared") clearTab(tabStorage);
  dispatch({ type: end });
  if (end === "cleared") callbacks.onCleared();
  if (!hooks.refreshRefused) return;
  hooks.refreshRefused = false;
  callbacks.onExpired();
}
