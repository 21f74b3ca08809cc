import { type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { amrOf } from "./refresh-session.ts";
import {
  type IssuedSession,
  makeRefreshToken,
  noInstance,
  presentSession,
  type Session,
} from "./session.ts";

type Proof = {
  userId: string;
  sessionId: string;
  /** The factor that was proved; null for a recovery code. */
  factorId: string | null;
  method: "totp" | "mfa/recovery_code";
};

/**
 * Lifts a session to aal2 and ends the person's weaker ones, within the transaction that took the
 * code (GoTrue's updateMFASessionAndClaims). Refresh tokens from before the proof are worthless, so
 * that a copy of one never becomes an aal2 session. Throws session_not_found when the session has
 * ended meanwhile.
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
  return present(transaction, sessionId, refreshToken);
}

async function present(context: AuthContext, sessionId: string, refreshToken: string) {
  const { sql } = context;
  const [found] = await sql<(UserRow & Pick<IssuedSession, "aal" | "amr">)[]>`
    select ${userColumns(sql)}, used.aal, ${amrOf(context)} as amr
    from (select id as session_id, user_id, aal from auth.sessions where id = ${sessionId}) as used
    join auth.users u on u.id = used.user_id`;
  if (!found) throw authError("session_not_found");
  const { aal, amr } = found;
  return presentSession(context, found, { id: sessionId, aal, amr, refreshToken });
}
