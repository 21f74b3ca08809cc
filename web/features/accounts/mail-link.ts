/** How a verification link ended, as the auth api tells it in the address's fragment (contract "GET verify"). */
export type MailLinkOutcome = "confirmed" | "expired" | "failed";

/**
 * Reads the outcome out of a fragment; null if it tells none (a session in it is the client's matter). Only the kind is taken: words in
 * an address are anybody's.
 */
export function readMailLinkOutcome(hash: string): MailLinkOutcome | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error")) {
    return fragment.get("error_code") === "otp_expired" ? "expired" : "failed";
  }
  return fragment.has("message") && fragment.get("type") === "signup" ? "confirmed" : null;
}
