import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";

/**
 * How many recovery codes there are and how many are left (supabase-js: recoveryCodes.getStatus).
 * Throws mfa_factor_not_found.
 */
export async function readRecoveryCodes({
  context: { sql },
  input: { user },
}: {
  context: AuthContext;
  input: SignedIn;
}) {
  const [status] = await sql<{ id: string; total: number; remaining: number }[]>`
    select s.id, count(*)::int as total, count(*) filter (where c.used_at is null)::int as remaining
    from private.recovery_sets s join private.recovery_codes c on c.set_id = s.id
    where s.user_id = ${user.id}
    group by s.id`;
  if (!status) throw authError("mfa_factor_not_found");
  return { id: status.id, type: "recovery_code", total: status.total, remaining: status.remaining };
}
