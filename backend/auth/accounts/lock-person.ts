import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";

/**
 * Lets one transaction at a time change a person's factors and what follows from them for their
 * sessions: the account is locked before the sessions, as everywhere. Throws user_not_found or
 * user_banned.
 */
export async function lockPerson({ sql }: AuthContext, userId: string): Promise<void> {
  const [person] = await sql<{ banned: boolean }[]>`
    select coalesce(banned_until > now(), false) as banned
    from auth.users where id = ${userId} and deleted_at is null for no key update`;
  if (!person) throw authError("user_not_found");
  if (person.banned) throw authError("user_banned");
}

/**
 * `lockPerson` for what somebody does to their own account: the session may have been ended since
 * `authenticate` saw it, while this request waited for the account. Throws session_not_found then,
 * besides what `lockPerson` throws.
 */
export async function lockSession(
  transaction: AuthContext,
  { user, sessionId }: SignedIn,
): Promise<void> {
  await lockPerson(transaction, user.id);
  const [session] = await transaction.sql`
    select id from auth.sessions
    where id = ${sessionId} and user_id = ${user.id} and coalesce(not_after > now(), true)`;
  if (!session) throw authError("session_not_found");
}
