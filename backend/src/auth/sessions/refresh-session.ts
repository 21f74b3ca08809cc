import { z } from "zod";
import { noInstance, type UserRow, userColumns } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { OptionalText } from "../read-input.ts";
import {
  makeRefreshToken,
  presentSession,
  type Session,
  type SessionColumns,
  selectAmr,
} from "./session.ts";

/** Body of POST token?grant_type=refresh_token. */
export const RefreshInput = z.object({ refresh_token: OptionalText });
export type RefreshInput = z.output<typeof RefreshInput>;

/** A used token is accepted again for this long: another tab or a retried request may send it. */
const reuseSeconds = 10;

/**
 * Each refresh leaves a row. Above this rate a client gets its current token back, because a
 * rejection would sign the user out. The rows themselves are counted, so a full disk cannot break
 * the limit.
 */
const swaps = { most: 200, seconds: 3_600 };

type PresentedToken = UserRow &
  SessionColumns & {
    ended: boolean;
    active_token: string | null;
    active_parent: string | null;
    within_reuse: boolean;
  };

/**
 * Exchanges a refresh token (GoTrue's RefreshTokenGrant). Concurrent requests, and a client that
 * lost the response, get the same successor. Reusing an older token ends the session.
 */
export async function refreshSession(context: AuthContext, input: RefreshInput): Promise<Session> {
  const token = input.refresh_token;
  if (token === "") throw authError("validation_failed", { message: "refresh_token required" });
  return (await swapToken(context, token)) ?? (await reuseToken(context, token));
}

/** Locks the session before its token, as sign-out does, so that the two cannot deadlock. */
async function swapToken(context: AuthContext, token: string): Promise<Session | null> {
  const { sql, client } = context;
  const refreshToken = makeRefreshToken();
  const [swapped] = await sql<(UserRow & SessionColumns)[]>`
    with session as (
      select s.id, s.aal, s.user_id
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
      where t.token = ${token} and coalesce(s.not_after > now(), true)
        and coalesce(u.banned_until <= now(), true) and u.deleted_at is null
      for update of s
    ), lately as (
      select count(*) as swaps
      from (
        select from auth.refresh_tokens t join session on session.id = t.session_id
        where t.revoked and t.updated_at > now() - make_interval(secs => ${swaps.seconds})
        limit ${swaps.most}
      ) as newest
    ), used as (
      update auth.refresh_tokens t
      set revoked = true, updated_at = now()
      from session, lately
      where t.token = ${token} and t.session_id = session.id and not t.revoked and lately.swaps < ${swaps.most}
      returning session.id as session_id, session.user_id, session.aal
    ), successor as (
      insert into auth.refresh_tokens
        (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      select ${noInstance}, ${refreshToken}, user_id::text, false, now(), now(), ${token}, session_id
      from used
    ), touched as (
      update auth.sessions s
      set refreshed_at = now() at time zone 'utc', updated_at = now(),
        user_agent = ${client.userAgent}, ip = ${client.address}::inet
      from used where s.id = used.session_id
    )
    select ${userColumns(sql)}, used.session_id, used.aal, ${selectAmr(context)} as amr
    from used join auth.users u on u.id = used.user_id`;
  return swapped ? presentSession(context, swapped, refreshToken) : null;
}

async function reuseToken(context: AuthContext, token: string): Promise<Session> {
  const found = await findToken(context, token);
  if (!found) throw authError("refresh_token_not_found");
  if (found.banned) throw banned();
  if (found.ended) throw authError("session_expired");
  const isNearest = [found.active_token, found.active_parent].includes(token);
  if (found.active_token && (isNearest || found.within_reuse)) {
    return presentSession(context, found, found.active_token);
  }
  await endFamily(context, found);
  throw authError("refresh_token_already_used");
}

async function findToken(context: AuthContext, token: string): Promise<PresentedToken | undefined> {
  const { sql } = context;
  const [found] = await sql<PresentedToken[]>`
    select ${userColumns(sql)}, used.session_id, used.aal, ${selectAmr(context)} as amr,
      coalesce(used.not_after <= now(), false) as ended,
      active.token as active_token, active.parent as active_parent,
      used.used_at > now() - make_interval(secs => ${reuseSeconds}) as within_reuse
    from (
      select s.id as session_id, s.user_id, s.aal, s.not_after, t.updated_at as used_at
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      where t.token = ${token}
    ) as used
    join auth.users u on u.id = used.user_id and u.deleted_at is null
    left join lateral (
      select a.token, a.parent from auth.refresh_tokens a
      where a.session_id = used.session_id and not a.revoked
      order by a.id desc limit 1
    ) as active on true`;
  return found;
}

/** The newest token may be the stolen one, so the whole session ends. */
async function endFamily({ sql, log }: AuthContext, { id, session_id }: PresentedToken) {
  await sql`delete from auth.sessions where id = ${session_id}`;
  log.warn({ userId: id, sessionId: session_id }, "refresh token reused, session ended");
}

function banned() {
  return authError("user_banned", { status: 400, message: "Invalid Refresh Token: User Banned" });
}
