import type { AuthError } from "@supabase/supabase-js";
import type { Dispatch } from "react";
import { deviceStorage, tabStorage } from "#web/device-storage.ts";
import type { BrowserClient } from "./device/browser-client.ts";
import { sessionStorageKey } from "./device/stored-session.ts";
import { clearTab, readImpersonation, writeImpersonation } from "./device/tab-memory.ts";
import { needsSecondFactor } from "./links/needs-second-factor.ts";
import type { ReportError } from "./load-session-user.ts";
import type { SessionEvent } from "./session-state.ts";
import type { Auth, AuthResult } from "./use-auth.ts";

type Deps = {
  client: BrowserClient;
  dispatch: Dispatch<SessionEvent>;
  onCleared: () => void;
  onReport: ReportError;
};

type Actions = Pick<
  Auth,
  | "signIn"
  | "signUp"
  | "replaceSession"
  | "signOut"
  | "applySavedProfile"
  | "startImpersonation"
  | "stopImpersonation"
  | "askSignIn"
  | "dismissSignIn"
>;

/** The session's actions; see the doc comments of `Auth`. */
export function createSessionActions({ client, dispatch, onCleared, onReport }: Deps): Actions {
  const { auth } = client.supabase;
  return {
    async signIn({ identifier, password }) {
      const credentials = { ...address(identifier), password };
      const { data, error } = await auth.signInWithPassword(credentials);
      return error
        ? { success: false, error }
        : { success: true, needsSecondFactor: needsSecondFactor(data.session) };
    },
    async signUp({ identifier, password, data }) {
      const { error } = await auth.signUp({ ...address(identifier), password, options: { data } });
      return toResult(error);
    },
    async replaceSession({ accessToken, refreshToken }) {
      const { error } = await auth.setSession({
        access_token: accessToken,
        refresh_token: refreshToken,
      });
      if (error) return false;
      clearTab(tabStorage);
      onCleared();
      return true;
    },
    async signOut() {
      Object.assign(client.hooks, { refreshRefused: false, isLeaving: true });
      const { error } = await auth.signOut({ scope: "local" }).finally(() => {
        client.hooks.isLeaving = false;
      });
      if (error && !isAlreadyOut(error)) {
        onReport(error);
        deviceStorage.removeItem(sessionStorageKey(window.location.origin));
      }
      clearTab(tabStorage);
      dispatch({ type: "cleared" });
      onCleared();
    },
    applySavedProfile(profile) {
      if (readImpersonation(tabStorage)?.id === profile.id) {
        writeImpersonation(tabStorage, profile);
      }
      dispatch({ type: "profile-changed", profile });
    },
    startImpersonation(profile) {
      writeImpersonation(tabStorage, profile);
      dispatch({ type: "impersonation-started", profile });
    },
    stopImpersonation() {
      writeImpersonation(tabStorage, null);
      dispatch({ type: "impersonation-stopped" });
    },
    askSignIn: () => {
      dispatch({ type: "ended" });
      dispatch({ type: "sign-in-asked" });
    },
    dismissSignIn: () => dispatch({ type: "sign-in-dismissed" }),
  };
}

function address(identifier: string): { email: string } | { phone: string } {
  const trimmed = identifier.trim();
  return trimmed.includes("@") ? { email: trimmed } : { phone: trimmed };
}

function toResult(error: AuthError | null): AuthResult {
  return error ? { success: false, error } : { success: true };
}

/** Sign-out errors for a session that is already over (docs/product/accounts.md). */
function isAlreadyOut(error: AuthError): boolean {
  return error.code === "session_not_found" || error.name === "AuthSessionMissingError";
}
