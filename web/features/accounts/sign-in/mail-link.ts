/**
 * How a mail's link ended, as the auth api tells it in the address's fragment (contract "GET
 * verify"). `inactive`: the account is closed.
 */
export type MailLinkOutcome = "confirmed" | "expired" | "inactive" | "failed";

const outcomes: Record<string, MailLinkOutcome> = {
  otp_expired: "expired",
  user_banned: "inactive",
};

/**
 * Reads the outcome out of a fragment; null if it tells none (a session in it is the client's
 * matter). Only the kind is taken: words in an address are anybody's.
 */
export function readMailLinkOutcome(hash: string): MailLinkOutcome | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error")) return outcomes[fragment.get("error_code") ?? ""] ?? "failed";
  return fragment.has("message") && fragment.get("type") === "signup" ? "confirmed" : null;
}
