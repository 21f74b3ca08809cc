import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { deviceStorage, tabStorage } from "#web/device-storage.ts";
import type { BrowserClient } from "./device/browser-client.ts";
import { hasStoredSession } from "./device/stored-session.ts";
import { claimTab, forgetTab, readImpersonation } from "./device/tab-memory.ts";
import { usePageHolds } from "./forms/use-page-holds.ts";
import { useSignInAgain } from "./forms/use-sign-in-again.ts";
import { awaitsCode } from "./links/awaits-code.ts";
import { loadSessionUser, type Report } from "./load-session-user.ts";
import { reduceSession, type SessionEvent, type SessionState } from "./session-state.ts";
import type { Auth } from "./use-auth.ts";

export type SessionCallbacks = {
  /** The server ended the session: tell the person. */
  onExpired: () => void;
  /** Nobody is signed in any more: forget what was loaded for them. */
  onCleared: () => void;
  onReport: Report;
};

/**
 * Follows the auth client's events (docs/product/accounts.md): signed out clears, a refused refresh
 * token clears and tells, MFA_CHALLENGE_VERIFIED and every other event with a session reload user
 * and profile, unless a code is still to come. A page that holds something unsaved outlives the
 * session (`holdPage`).
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

  const settle = useCallback(
    async (event: AuthChangeEvent, session: Session | null) => {
      turn.current += 1;
      const mine = turn.current;
      // Another tab's sign-out is heard before this one sees its storage empty: the event decides.
      const isStored = event !== "SIGNED_OUT" && hasStoredSession(deviceStorage, location.origin);
      if (!session || event === "SIGNED_OUT") {
        if (isStored) dispatch({ type: "unreachable" });
        else settleWithoutSession(client, latest.current, dispatch, holds() ? "ended" : "cleared");
        return;
      }
      if (client.hooks.isLeaving) return;
      if (awaitsCode(session)) {
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
      // The client awaits its listeners while it holds its lock; calling it from inside would wait
      // for ever.
      setTimeout(() => {
        if (event === "TOKEN_REFRESHED" && !session) forceSignOut(client);
        else settle(event, session);
      }, 0);
    });
    return () => data.subscription.unsubscribe();
  }, [client, settle]);

  client.hooks.impersonatedId =
    state.status === "signed-in" ? (state.impersonatedUser?.id ?? null) : null;
  client.hooks.personId = "user" in state ? state.user.id : null;
  return { state, dispatch, holdPage };
}

/** A refresh that brought no session ends it; the sign-out's own event then clears and tells. */
function forceSignOut({ hooks, supabase }: BrowserClient): void {
  hooks.refreshRefused = true;
  supabase.auth.signOut({ scope: "local" });
}

function settleWithoutSession(
  { hooks }: BrowserClient,
  callbacks: SessionCallbacks,
  dispatch: Dispatch<SessionEvent>,
  end: "ended" | "cleared",
): void {
  // A held page is still its person's, also whom they acted for.
  if (end === "cleared") forgetTab(tabStorage);
  dispatch({ type: end });
  if (end === "cleared") callbacks.onCleared();
  if (!hooks.refreshRefused) return;
  hooks.refreshRefused = false;
  callbacks.onExpired();
}
