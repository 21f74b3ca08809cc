import type { AuthError, Session, SupabaseClient } from "@supabase/supabase-js";
import { createContext, useContext } from "react";
import type { Hold } from "./forms/use-page-holds.ts";
import type { LinkSession } from "./links/link-session.ts";
import type { SessionState } from "./session-state.ts";
import type { Profile, SessionUser } from "./session-user.ts";

/** The result of a sign-in or sign-up. */
export type AuthResult = { success: true } | AuthFailure;
type AuthFailure = { success: false; error: AuthError };

/** Success means a right password; a second factor may still be needed. */
export type SignInResult = { success: true; needsSecondFactor: boolean } | AuthFailure;

export type Auth = {
  /** The browser's client with the session. */
  supabase: SupabaseClient;
  state: SessionState;
  /** True until the first session check ends. */
  loading: boolean;
  /** Also set while the second factor is missing, when there is no user yet. */
  session: Session | null;
  /** The person who signed in. */
  user: SessionUser | null;
  /** The account that an admin impersonates, if any. */
  impersonatedUser: Profile | null;
  /**
   * The account shown: the impersonated one, else the person's; also on a page that outlives the
   * session.
   */
  activeUser: Profile | null;
  /** An identifier with '@' is an e-mail, any other a phone (docs/product/accounts.md). */
  signIn(input: { identifier: string; password: string }): Promise<SignInResult>;
  signUp(input: {
    identifier: string;
    password: string;
    data: { full_name: string; role: string; dealership_id?: string };
  }): Promise<AuthResult>;
  /** Replaces this device's session by a mail link's; false if that is invalid. */
  replaceSession(link: LinkSession): Promise<boolean>;
  /** Ends this device's session. Signs out here even if the server does not answer. */
  signOut(): Promise<void>;
  /** Updates the session's copy of a saved profile, if it has one. */
  applySavedProfile(profile: Profile): void;
  startImpersonation(profile: Profile): void;
  stopImpersonation(): void;
  /**
   * Lets the page outlive the session because of unsaved input; returns the function that ends
   * that.
   */
  holdPage(hold: Hold): () => void;
  /** Opens and closes the sign-in dialog of a page that outlived the session. */
  askSignIn(): void;
  dismissSignIn(): void;
};

export const AuthContext = createContext<Auth | null>(null);

/** The session. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

/** The active account, on pages behind a guard, where there is one. */
export function useActiveUser(): Profile {
  const { activeUser } = useAuth();
  if (!activeUser) throw new Error("useActiveUser must be used behind a guard");
  return activeUser;
}
