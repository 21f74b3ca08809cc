import type { Context } from "hono";
import { ApiError } from "../../http/api-error.ts";
import { bearerOf } from "../../http/caller.ts";
import type { Identity } from "../../postgres/caller-statement.ts";
import { type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** The user, the session of their token, and the lower assurance level of token and session. */
export type SignedIn = { user: UserRow; sessionId: string; aal: "aal1" | "aal2" };

/** Authenticates the bearer token. Throws if its session ended or the account is banned. */
export async function authenticate(context: AuthContext, c: Context): Promise<SignedIn> {
  const { userId, sessionId, aal } = await readSessionToken(context, c);
  const { sql } = context;
  const [found] = await sql<(UserRow & { session_id: string | null; aal: string | null })[]>`
    select ${userColumns(sql)}, s.id as session_id, s.aal
    from auth.users u
    left join auth.sessions s
      on s.id = ${sessionId} and s.user_id = u.id and coalesce(s.not_after > now(), true)
    where u.id = ${userId} and u.deleted_at is null`;
  if (!found) throw authError("user_not_found");
  if (found.banned) throw authError("user_banned");
  if (!found.session_id) throw authError("session_not_found");
  return { user: found, sessionId, aal: aal === "aal2" && found.aal === "aal2" ? "aal2" : "aal1" };
}

/** The user and session ids of a valid token. Both may have been deleted since. */
export async function readSessionToken(context: AuthContext, c: Context) {
  const { role, claims } = await readBearer(context, c);
  if (role !== "authenticated" || !claims.sub) {
    throw authError("bad_jwt", { message: "invalid claim: missing sub claim" });
  }
  if (!claims.session_id) throw authError("session_not_found");
  return { userId: claims.sub, sessionId: claims.session_id, aal: claims.aal };
}

/** Throws unless the bearer token is the service key (GoTrue's requireAdminCredentials). */
export async function requireServiceKey(context: AuthContext, c: Context): Promise<void> {
  const { role } = await readBearer(context, c);
  if (role !== "service_role") throw authError("not_admin");
}

async function readBearer({ identity }: AuthContext, c: Context): Promise<Identity> {
  const token = bearerOf(c);
  if (!token) throw authError("no_authorization");
  try {
    return await identity.verify(token);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    throw authError("bad_jwt", { message: `invalid JWT: ${cause.message}`, cause });
  }
}

/**
 * Serializes changes to a user's factors. Locks the account before its sessions, as all other code
 * does.
 */
export async function lockPerson({ sql }: AuthContext, userId: string): Promise<void> {
  const [person] = await sql<{ banned: boolean }[]>`
    select coalesce(banned_until > now(), false) as banned
    from auth.users where id = ${userId} and deleted_at is null for no key update`;
  if (!person) throw authError("user_not_found");
  if (person.banned) throw authError("user_banned");
}

/** `lockPerson`, then checks that the caller's session has not ended in the meantime. */
export async function lockSession(transaction: AuthContext, { user, sessionId }: SignedIn) {
  await lockPerson(transaction, user.id);
  const [session] = await transaction.sql`
    select id from auth.sessions
    where id = ${sessionId} and user_id = ${user.id} and coalesce(not_after > now(), true)`;
  if (!session) throw authError("session_not_found");
}
