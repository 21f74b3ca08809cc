import type { AuthError, Session, SupabaseClient } from "@supabase/supabase-js";
import { createContext, useContext } from "react";
import type { Hold } from "./forms/use-page-holds.ts";
import type { LinkSession } from "./links/link-session.ts";
import type { SessionState } from "./session-state.ts";
import type { Profile, SessionUser } from "./session-user.ts";

/** How sign-in and sign-up end. */
export type AuthResult = { success: true } | AuthFailure;
type AuthFailure = { success: false; error: AuthError };

/** A right password, after which the code of a second factor may still be asked for. */
export type SignInResult = { success: true; awaitsCode: boolean } | AuthFailure;

export type Auth = {
  /** The browser's one client; for data in the private part. */
  supabase: SupabaseClient;
  state: SessionState;
  /** True until the first session check ends. */
  loading: boolean;
  /** Also while the code of a second factor is still to come; then there is no user yet. */
  session: Session | null;
  /** The person who signed in. */
  user: SessionUser | null;
  /** The account that an admin acts for, if any. */
  impersonatedUser: Profile | null;
  /**
   * Whose inventory and pages are shown: the impersonated account, else the person; also on a page
   * that outlives the session.
   */
  activeUser: Profile | null;
  /** An identifier with '@' is an e-mail, any other a phone number (docs/product/accounts.md). */
  signIn(input: { identifier: string; password: string }): Promise<SignInResult>;
  signUp(input: {
    identifier: string;
    password: string;
    data: { full_name: string; role: string; dealership_id?: string };
  }): Promise<AuthResult>;
  /**
   * Signs this device in with a mail link's session instead of its own; false where that is
   * worthless.
   */
  replaceSession(link: LinkSession): Promise<boolean>;
  /**
   * Ends this device's session; the person is signed out here even when the server does not answer.
   */
  signOut(): Promise<void>;
  /** A profile was saved: the session's copy of it, if it has one, follows. */
  keepProfile(profile: Profile): void;
  startImpersonation(profile: Profile): void;
  stopImpersonation(): void;
  /**
   * From now on the page outlives the session, for what is typed on it and not saved; gives what
   * ends that.
   */
  holdPage(hold: Hold): () => void;
  /** On a page that outlived the session: opens the way back into it, and closes it again. */
  askSignIn(): void;
  putOffSignIn(): void;
};

export const AuthContext = createContext<Auth | null>(null);

/** The session of the private part. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

/** The active account on pages behind a guard, where there always is one. */
export function useActiveUser(): Profile {
  const { activeUser } = useAuth();
  if (!activeUser) throw new Error("useActiveUser must be used behind a guard");
  return activeUser;
}
