import { type ReactNode, useMemo } from "react";
import { usePublicConfig } from "#web/api/site-config.ts";
import { browserClient } from "./device/browser-client.ts";
import { createSessionActions } from "./session-actions.ts";
import { type Auth, AuthContext } from "./use-auth.ts";
import { type SessionCallbacks, useSession } from "./use-session.ts";

/** Provides the session. Browser only: use under a route that is not rendered on the server. */
export function AuthProvider({
  children,
  ...callbacks
}: SessionCallbacks & { children: ReactNode }) {
  const { anonKey } = usePublicConfig();
  const client = browserClient(window.location.origin, anonKey);
  const { state, dispatch, holdPage } = useSession(client, callbacks);
  const { onCleared, onReport } = callbacks;
  const actions = useMemo(
    () => createSessionActions({ client, dispatch, onCleared, onReport }),
    [client, dispatch, onCleared, onReport],
  );
  const auth = useMemo<Auth>(() => {
    const signedIn = state.status === "signed-in" ? state : null;
    const user = signedIn?.user ?? null;
    const impersonatedUser = signedIn?.impersonatedUser ?? null;
    const lastUser = state.status === "ended" ? (state.impersonatedUser ?? state.user) : null;
    return {
      ...actions,
      supabase: client.supabase,
      state,
      loading: state.status === "loading",
      session: "session" in state ? state.session : null,
      user,
      impersonatedUser,
      activeUser: impersonatedUser ?? user ?? lastUser,
      holdPage,
    };
  }, [actions, client, state, holdPage]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
