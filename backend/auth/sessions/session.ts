import { randomBytes } from "node:crypto";
import { type PresentedUser, presentUser, type UserRow } from "../accounts/user.ts";
import type { AuthCall, AuthContext } from "../auth-context.ts";

type Proof = { user: UserRow; method: "password" | "otp" };
type SessionRow = { id: string; aal: string | null; started_at: Date };

/**
 * Starts a session for a person who has proved who they are: one statement, which does nothing when
 * the person was banned, deleted or given another password since `user` was read. Gives null in
 * that case.
 */
export async function issueSession({
  context,
  input: { user, method },
}: AuthCall<Proof>): Promise<Session | null> {
  const { sql, client } = context;
  const refreshToken = makeRefreshToken();
  const [session] = await sql<SessionRow[]>`
    with person as (
      update auth.users
      set last_sign_in_at = now()
      where id = ${user.id} and deleted_at is null
        and encrypted_password is not distinct from ${user.encrypted_password}
        and coalesce(banned_until <= now(), true)
      returning id
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      select gen_random_uuid(), id, now(), now(), 'aal1', ${client.userAgent}, ${client.address}::inet
      from person
      returning id, user_id, aal
    ), proof as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select gen_random_uuid(), id, now(), now(), ${method} from session
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      select ${noInstance}, ${refreshToken}, user_id::text, false, now(), now(), id from session
    )
    select id, aal, now() as started_at from session`;
  if (!session) return null;
  const timestamp = Math.floor(session.started_at.getTime() / 1000);
  const issued = { ...session, amr: [{ method, timestamp }], refreshToken };
  return presentSession(context, { ...user, last_sign_in_at: session.started_at }, issued);
}

/**
 * 256 bits that nobody guesses; kept as it is, since the parent of the active token gets the same
 * one back.
 */
export function makeRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/** GoTrue finds only rows of this instance, so ours carry it too. */
export const noInstance = "00000000-0000-0000-0000-000000000000";

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
