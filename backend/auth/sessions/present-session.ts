import { type PresentedUser, presentUser } from "../accounts/present-user.ts";
import type { UserRow } from "../accounts/user-row.ts";
import type { AuthContext } from "../auth-context.ts";

/**
 * An access token lives an hour (GoTrue's default); it is refused earlier once its session has
 * ended.
 */
const accessTokenSeconds = 3600;

/** A session as it stands in the database, with the refresh token that is active now. */
export type IssuedSession = {
  id: string;
  aal: string | null;
  amr: { method: string; timestamp: number }[];
  refreshToken: string;
};

/** What supabase-js stores as the session. */
export type Session = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
};

/** Signs an access token for the person's session and gives both in the client's format. */
export async function presentSession(
  context: AuthContext,
  user: UserRow,
  session: IssuedSession,
): Promise<Session> {
  const expiresAt = Math.floor(Date.now() / 1000) + accessTokenSeconds;
  return {
    access_token: await context.identity.sign(claimsOf(user, session), accessTokenSeconds),
    token_type: "bearer",
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: presentUser(user),
  };
}

function claimsOf(user: UserRow, session: IssuedSession) {
  return {
    sub: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    aal: session.aal ?? "aal1",
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  };
}
