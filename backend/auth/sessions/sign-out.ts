import { z } from "zod";
import type { AuthCall } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** The scope of POST logout; without one, everywhere. */
export const SignOutScope = z
  .enum(["global", "local", "others"], { error: "Unsupported logout scope" })
  .default("global");

type SignOutInput = {
  userId: string;
  sessionId: string;
  /** What the token says of its session. */
  aal: string | undefined;
  scope: z.output<typeof SignOutScope>;
};

/**
 * Ends this session, the person's others, or all of them, with their refresh tokens (one
 * statement). Also for an account that was closed meanwhile. Who has a second factor and proved the
 * password alone ends no session but this one (threat 24): everywhere means here, and the others
 * are refused, which GoTrue would end. Throws session_not_found when this session has ended
 * already, insufficient_aal.
 */
export async function signOut({
  context: { sql },
  input: { userId, sessionId, aal, scope },
}: AuthCall<SignOutInput>): Promise<void> {
  const [own] = await sql<{ is_weak: boolean }[]>`
    with own as (
      select id,
        (${aal !== "aal2"} or coalesce(aal, 'aal1') < 'aal2')
          and exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified') as is_weak
      from auth.sessions
      where id = ${sessionId} and user_id = ${userId}
    ), ended as (
      delete from auth.sessions s
      using own
      where s.user_id = ${userId}
        and case when s.id = own.id then ${scope !== "others"} else ${scope !== "local"} and not own.is_weak end
    )
    select is_weak from own`;
  if (!own) throw authError("session_not_found");
  if (own.is_weak && scope === "others") {
    throw authError("insufficient_aal", { message: "AAL2 required to sign out other sessions" });
  }
}
