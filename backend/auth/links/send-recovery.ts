import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { limits } from "../limits.ts";
import { inEvenTime } from "../sessions/even-time.ts";
import { OptionalText, readEmail } from "../sessions/identifier.ts";
import { makeLink } from "./prepare-link.ts";
import { queueMail } from "./queue-mail.ts";
import { redirectTarget } from "./redirect-target.ts";
import { requireMail } from "./require-mail.ts";

/** Body of POST recover. */
export const RecoverInput = z.object({
  email: OptionalText.refine((email) => email !== "", "Password recovery requires an email"),
});
export type RecoverInput = z.output<typeof RecoverInput>;

/**
 * Queues the mail with which a person gets a new password, if the address has an account, and makes
 * its earlier link worthless. Answer and time are the same where it has none. Throws
 * over_email_send_rate_limit (429), likewise for any address.
 */
export async function sendRecovery({
  context,
  input: { email: typed, redirectTo },
}: {
  context: AuthContext;
  input: RecoverInput & { redirectTo: string | undefined };
}): Promise<void> {
  const email = readEmail(typed);
  const target = redirectTarget(context.config.siteUrl, redirectTo);
  await requireMail(context, limits.recoverTo, typed);
  await inEvenTime(context.transaction((transaction) => queueRecovery(transaction, email, target)));
}

/** Who may not enter is told that their account is closed. */
async function queueRecovery(
  context: AuthContext,
  email: string | null,
  target: string,
): Promise<void> {
  const [account] = await context.sql<{ id: string; email: string; banned: boolean }[]>`
    select id, email, coalesce(banned_until > now(), false) as banned
    from auth.users
    where email = ${email} and deleted_at is null and is_sso_user = false
    for no key update`;
  if (!account) return;
  if (account.banned) return queueMail(context, "recovery-closed", account);
  const wish = { type: "recovery", encryptedPassword: "", userMetadata: {} } as const;
  const { token } = await makeLink(context, { ...wish, ...account });
  await queueMail(context, "recovery", account, { token, redirectTo: target });
}
