import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { limits } from "../limits.ts";
import { inEvenTime } from "../sessions/even-time.ts";
import { OptionalText, readEmail } from "../sessions/identifier.ts";
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
  const { sql, config } = context;
  const email = readEmail(typed);
  const target = redirectTarget(config.siteUrl, redirectTo);
  await requireMail(context, limits.recoverTo, typed);
  await inEvenTime(sql`select private.send_recovery_mail(${email}, ${target})`);
}
