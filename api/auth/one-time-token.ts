import { createHash } from "node:crypto";

/** What auth.one_time_tokens keeps of a link's token, as private.send_verification_mail makes it. */
export function hashOneTimeToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** How long the link of a mail works. */
export const oneTimeTokenSeconds = 3600;
