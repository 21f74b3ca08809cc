import { z } from "zod";
import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";

/** The scope of POST logout; without one, everywhere. */
export const SignOutScope = z
  .enum(["global", "local", "others"], { error: "Unsupported logout scope" })
  .default("global");

type SignOutInput = {
  userId: string;
  sessionId: string;
  scope: z.output<typeof SignOutScope>;
};

/**
 * Ends this session, the person's others, or all of them, with their refresh tokens (one statement). Also for an account that was
 * closed meanwhile. Throws session_not_found when this session has ended already.
 */
export async function signOut({
  context: { sql },
  input: { userId, sessionId, scope },
}: {
  context: AuthContext;
  input: SignOutInput;
}): Promise<void> {
  const [own] = await sql`
    with own as (
      select id from auth.sessions where id = ${sessionId} and user_id = ${userId}
    ), ended as (
      delete from auth.sessions s
      using own
      where s.user_id = ${userId} and (
        ${scope} = 'global'
        or (${scope} = 'local' and s.id = own.id)
        or (${scope} = 'others' and s.id <> own.id)
      )
    )
    select id from own`;
  if (!own) throw authError("session_not_found");
}
