import type { AuthContext } from "./auth-context.ts";
import { limits, requireAttempts } from "./limits.ts";

/** Counts a mail that anybody asks for somebody, known or not. Throws over_email_send_rate_limit (429). */
export async function requireMail(context: AuthContext, email: string): Promise<void> {
  const name = email.trim().toLowerCase();
  const code = "over_email_send_rate_limit";
  await requireAttempts(context, [limits.mailFrom, limits.mailTo], { name, code });
}
