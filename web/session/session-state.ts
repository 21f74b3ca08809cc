import type { Session } from "@supabase/supabase-js";
import { type Profile, type SessionUser, unreadProfileRole } from "./session-user.ts";

/**
 * The session's state. `unreachable`: a session is stored, but the server could not check it.
 * `awaiting-code`: the password was right, but the second factor is missing. `ended`: the session
 * is over, but the page stays because of unsaved input; `asking` while the person is asked to sign
 * in again, with a `session` if that still needs the second factor.
 */
export type SessionState =
  | { status: "loading" }
  | { status: "anonymous" }
  | { status: "unreachable" }
  | { status: "awaiting-code"; session: Session }
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
  | { type: "sign-in-dismissed" }
  | { type: "unreachable" }
  | { type: "profile-changed"; profile: Profile }
  | { type: "impersonation-started"; profile: Profile }
  | { type: "impersonation-stopped" };

/** The only place that changes the session's state (docs/product/accounts.md). */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "loaded": {
      const user = lastRead(state, event.user);
      const impersonatedUser = allowedImpersonation(user, event.storedImpersonation);
      return { status: "signed-in", session: event.session, user, impersonatedUser };
    }
    case "session-came":
      // Another person's session: discard the state, so that nothing of it is sent with the new
      // session.
      return "user" in state && state.user.id !== event.userId ? { status: "loading" } : state;
    case "code-awaited":
      return state.status === "ended"
        ? { ...state, session: event.session }
        : { status: "awaiting-code", session: event.session };
    case "cleared":
      return { status: "anonymous" };
    case "ended":
      return endSession(state);
    case "left":
      return state.status === "ended" ? { status: "anonymous" } : state;
    case "sign-in-asked":
      return state.status === "ended" ? { ...state, asking: true } : state;
    case "sign-in-dismissed":
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

/** Keeps the previous profile when a refresh cannot read it. */
function lastRead(state: SessionState, user: SessionUser): SessionUser {
  if (user.role !== unreadProfileRole || !("user" in state)) return user;
  return state.user.id === user.id ? state.user : user;
}

/** Keeps the person, so that their page still renders, but not the session. */
function endSession(state: SessionState): SessionState {
  if (state.status === "ended") return state;
  if (state.status !== "signed-in") return { status: "anonymous" };
  const { user, impersonatedUser } = state;
  return { status: "ended", user, impersonatedUser, asking: false, session: null };
}

/** Applies a saved profile to the person or the impersonated account. */
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

/** Only an admin can impersonate, and only another account. Protects from forged storage. */
function allowedImpersonation(user: SessionUser, profile: Profile | null): Profile | null {
  return user.role === "admin" && profile?.id !== user.id ? profile : null;
}
