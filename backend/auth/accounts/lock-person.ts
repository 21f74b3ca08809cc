import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

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
