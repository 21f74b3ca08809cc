import { randomBytes } from "node:crypto";
import { noInstance, presentUser, type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

type SessionRow = Omit<SessionColumns, "amr"> & { started_at: Date };

/** Returns null if the user was banned, deleted or given another password since `user` was read. */
export async function issueSession(
  context: AuthContext,
  user: UserRow,
  method: "password" | "otp",
): Promise<Session | null> {
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
    select id as session_id, aal, now() as started_at from session`;
  if (!session) return null;
  const timestamp = Math.floor(session.started_at.getTime() / 1000);
  const entered = { ...user, last_sign_in_at: session.started_at };
  const issued = { ...entered, ...session, amr: [{ method, timestamp }] };
  return presentSession(context, issued, refreshToken);
}

/** Stored unhashed, because a client that resends the parent token gets the same successor. */
export function makeRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/** One hour, as in GoTrue. A token stops working earlier if its session ends. */
const accessTokenSeconds = 3600;

/** Session columns that are selected together with the user's. */
export type SessionColumns = {
  session_id: string;
  aal: string | null;
  amr: { method: string; timestamp: number }[];
};

/** Signs an access token for the session and returns the session in the client's format. */
export async function presentSession(
  context: AuthContext,
  user: UserRow & SessionColumns,
  refreshToken: string,
) {
  const expiresAt = Math.floor(Date.now() / 1000) + accessTokenSeconds;
  return {
    access_token: await context.identity.sign(claimsOf(user), accessTokenSeconds),
    token_type: "bearer",
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  };
}

/** The session object that supabase-js stores. */
export type Session = Awaited<ReturnType<typeof presentSession>>;

function claimsOf(user: UserRow & SessionColumns) {
  return {
    sub: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    aal: user.aal ?? "aal1",
    amr: user.amr,
    session_id: user.session_id,
    is_anonymous: false,
  };
}

/** The amr claim. The query must expose the session id as used.session_id. */
export function selectAmr({ sql }: AuthContext) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))
    ) order by c.updated_at desc), '[]')
    from auth.mfa_amr_claims c where c.session_id = used.session_id
  )`;
}

type Proof = {
  userId: string;
  sessionId: string;
  /** The verified factor; null for a recovery code. */
  factorId: string | null;
  method: "totp" | "mfa/recovery_code";
};

/**
 * Raises a session to aal2 and ends the user's aal1 sessions. Earlier refresh tokens are deleted,
 * so that a copy of one cannot become an aal2 session.
 */
export async function raiseSession(
  transaction: AuthContext,
  { userId, sessionId, factorId, method }: Proof,
): Promise<Session> {
  const { sql, client } = transaction;
  const refreshToken = makeRefreshToken();
  const [raised] = await sql`
    update auth.sessions
    set aal = 'aal2', factor_id = ${factorId}, updated_at = now(),
      refreshed_at = now() at time zone 'utc', user_agent = ${client.userAgent}, ip = ${client.address}::inet
    where id = ${sessionId} and user_id = ${userId} and coalesce(not_after > now(), true)
    returning id`;
  if (!raised) throw authError("session_not_found");
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${sessionId}, now(), now(), ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await sql`delete from auth.refresh_tokens where session_id = ${sessionId}`;
  await sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
    values (${noInstance}, ${refreshToken}, ${userId}, false, now(), now(), ${sessionId})`;
  await sql`
    delete from auth.sessions
    where user_id = ${userId} and id <> ${sessionId} and coalesce(aal, 'aal1') < 'aal2'`;
  const [found] = await sql<(UserRow & SessionColumns)[]>`
    select ${userColumns(sql)}, used.session_id, used.aal, ${selectAmr(transaction)} as amr
    from (select id as session_id, user_id, aal from auth.sessions where id = ${sessionId}) as used
    join auth.users u on u.id = used.user_id`;
  if (!found) throw authError("session_not_found");
  return presentSession(transaction, found, refreshToken);
}
