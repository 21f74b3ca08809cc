import type { AuthContext } from "../auth-context.ts";
import { limits, requireAttempts } from "../limits.ts";

/**
 * What a mail is for, each with a limit of its own for one mailbox: whoever uses up the one keeps
 * nobody from the other.
 */
type MailLimit = typeof limits.recoverTo | typeof limits.verifyTo;

/**
 * Counts a mail that anybody asks for somebody, known or not; for the mailbox only what one address
 * may ask for. Throws over_email_send_rate_limit (429).
 */
export async function requireMail(
  context: AuthContext,
  toMailbox: MailLimit,
  email: string,
): Promise<void> {
  const code = "over_email_send_rate_limit";
  await requireAttempts(context, [limits.mailFrom], { code });
  await requireAttempts(context, [toMailbox], { names: [email.trim().toLowerCase()], code });
}
