import type { Session } from "@supabase/supabase-js";
import { type Profile, type SessionUser, unreadProfileRole } from "./session-user.ts";

/**
 * Where the session stands. `unreachable`: a session is stored, but the server could not be asked
 * about it. `unproved`: the password was right, and the code of the second factor is still to come.
 * `ended`: nobody is signed in any more, but the page stays for what its last person has typed
 * there and not saved; `asking` while they are asked to sign in again, with the session
 * of a right password whose code is still to come.
 */
export type SessionState =
  | { status: "loading" }
  | { status: "anonymous" }
  | { status: "unreachable" }
  | { status: "unproved"; session: Session }
  | EndedState
  | { status: "signed-in"; session: Session; user: SessionUser; impersonatedUser: Profile | null };

type EndedState = {
  status: "ended";
  user: SessionUser;
  impersonatedUser: Profile | null;
  asking: boolean;
  session: Session | null;
};

export type SessionEvent =
  | { type: "loaded"; session: Session; user: SessionUser; storedImpersonation: Profile | null }
  | { type: "session-came"; userId: string }
  | { type: "code-awaited"; session: Session }
  | { type: "cleared" }
  | { type: "ended" }
  | { type: "left" }
  | { type: "sign-in-asked" }
  | { type: "sign-in-put-off" }
  | { type: "unreachable" }
  | { type: "profile-changed"; profile: Profile }
  | { type: "impersonation-started"; profile: Profile }
  | { type: "impersonation-stopped" };

/** The only place where the session's state changes (docs/product/accounts.md). */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "loaded": {
      const user = lastRead(state, event.user);
      const impersonatedUser = allowedImpersonation(user, event.storedImpersonation);
      return { status: "signed-in", session: event.session, user, impersonatedUser };
    }
    case "session-came":
      // Another person's session: nothing of the last one stays, nor is it sent with that session.
      return "user" in state && state.user.id !== event.userId ? { status: "loading" } : state;
    case "code-awaited":
      return state.status === "ended"
        ? { ...state, session: event.session }
        : { status: "unproved", session: event.session };
    case "cleared":
      return { status: "anonymous" };
    case "ended":
      return endSession(state);
    case "left":
      return state.status === "ended" ? { status: "anonymous" } : state;
    case "sign-in-asked":
      return state.status === "ended" ? { ...state, asking: true } : state;
    case "sign-in-put-off":
      return state.status === "ended" ? { ...state, asking: false } : state;
    case "unreachable":
      return "session" in state ? state : { status: "unreachable" };
    case "profile-changed":
      return state.status === "signed-in" ? withProfile(state, event.profile) : state;
    case "impersonation-started":
      if (state.status !== "signed-in") return state;
      return { ...state, impersonatedUser: allowedImpersonation(state.user, event.profile) };
    case "impersonation-stopped":
      return state.status === "signed-in" ? { ...state, impersonatedUser: null } : state;
  }
}

/** A profile that cannot be read when a session is refreshed stays as it was read before. */
function lastRead(state: SessionState, user: SessionUser): SessionUser {
  if (user.role !== unreadProfileRole || !("user" in state)) return user;
  return state.user.id === user.id ? state.user : user;
}

/** Whose page it was is still known, so that it can be shown; whose rights they were is not. */
function endSession(state: SessionState): SessionState {
  if (state.status === "ended") return state;
  if (state.status !== "signed-in") return { status: "anonymous" };
  const { user, impersonatedUser } = state;
  return { status: "ended", user, impersonatedUser, asking: false, session: null };
}

/** The person's profile, or that of the account they act for, as it was just saved. */
function withProfile(
  state: Extract<SessionState, { status: "signed-in" }>,
  profile: Profile,
): SessionState {
  const { user, impersonatedUser } = state;
  if (impersonatedUser?.id === profile.id) return { ...state, impersonatedUser: profile };
  if (user.id !== profile.id) return state;
  const email = profile.email || user.email;
  const phone = profile.phone || user.phone;
  return { ...state, user: { ...user, ...profile, email, phone } };
}

/** Only an admin impersonates, and never themselves: a forged stored value changes nothing. */
function allowedImpersonation(user: SessionUser, profile: Profile | null): Profile | null {
  return user.role === "admin" && profile?.id !== user.id ? profile : null;
}
