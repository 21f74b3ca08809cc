import type { Session, User } from "@supabase/supabase-js";
import type { SessionState } from "./session-state.ts";
import { type Profile, toSessionUser } from "./session-user.ts";

const user: User = {
  id: "11111111-1111-4111-8111-111111111111",
  aud: "authenticated",
  role: "authenticated",
  email: "ana@example.com",
  phone: "15550100",
  app_metadata: {},
  user_metadata: {},
  created_at: "2026-11-21T09:00:00Z",
};

const session: Session = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 4_102_444_800,
  user,
};

const profile: Profile = { id: user.id, role: "vendedor", full_name: "Ana Belmonte" };

/** A person as GoTrue and the profiles table return them, for the tests of this folder. */
export const fakeSession = { user, session, profile };

/** An unsigned token with these claims. */
export function fakeToken(claims: Record<string, unknown>): string {
  return `e30.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.signature`;
}

/** The state of a signed-in person with this role. */
export function signedInAs(role: string): Extract<SessionState, { status: "signed-in" }> {
  const merged = toSessionUser(user, { ...profile, role });
  return { status: "signed-in", session, user: merged, impersonatedUser: null };
}
