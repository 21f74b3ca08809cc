import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** The scope of POST logout; the default is all sessions. */
export const SignOutScope = z
  .enum(["global", "local", "others"], { error: "Unsupported logout scope" })
  .default("global");

type SignOutInput = {
  userId: string;
  sessionId: string;
  aal: string | undefined;
  scope: z.output<typeof SignOutScope>;
};

/**
 * Ends this session, the others, or all. An aal1 session of an account with a second factor can
 * only end itself (threat 24), unlike in GoTrue.
 */
export async function signOut(
  { sql }: AuthContext,
  { userId, sessionId, aal, scope }: SignOutInput,
): Promise<void> {
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
