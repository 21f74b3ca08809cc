import { lockPerson } from "../accounts/lock-person.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "./authenticate.ts";

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
