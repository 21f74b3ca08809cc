import { mailMessages } from "./messages.ts";

/** A mail server's own answer: its code and what follows (RFC 5321). */
const answer = /\b[45]\d\d[ -].*/;

/**
 * Why a mail did not come, for an admin: the answer of the mail server; words of our own libraries
 * are for the log.
 */
export function mailReason(lastError: string | null): string {
  if (!lastError) return mailMessages.noReason;
  const [said] = answer.exec(lastError) ?? [];
  return said ? `${mailMessages.answered} ${said}` : mailMessages.notSent;
}
