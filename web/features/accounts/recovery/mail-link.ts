import type { AuthError, Session } from "@supabase/supabase-js";
import { z } from "zod";
import { anonymousClient } from "#web/api/anonymous-client.ts";
import { linkTarget } from "#web/session/links/link-session.ts";

const MailLink = z.object({
  token_hash: z.string().min(1),
  type: z.enum(["signup", "invite", "magiclink", "recovery", "email", "email_change"]),
  redirect_to: z.string().default(""),
});
export type MailLink = z.output<typeof MailLink>;

/** Parses the fragment of /confirm (mails/account-mails.ts); null if incomplete. */
export function parseMailLink(hash: string): MailLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  return MailLink.safeParse(Object.fromEntries(fragment)).data ?? null;
}

/**
 * Spends the link. Returns the address to continue at, with the result in its fragment as `GET
 * /auth/v1/verify` redirects; null if the server did not answer, in which case the link still
 * works.
 */
export async function redeemMailLink(link: MailLink, anonKey: string): Promise<string | null> {
  const { token_hash, type } = link;
  const { data, error } = await anonymousClient(anonKey).auth.verifyOtp({ token_hash, type });
  if (error && isTemporary(error)) return null;
  const fragment = error ? fragmentOfError(error) : fragmentOf(data.session, type);
  return `${linkTarget(link.redirect_to, type, location.origin)}#${fragment}`;
}

function isTemporary({ name, status = 0, code }: AuthError): boolean {
  return name === "AuthRetryableFetchError" || !code || status === 429 || status >= 500;
}

function fragmentOfError({ code = "" }: AuthError): URLSearchParams {
  return new URLSearchParams({ error: "access_denied", error_code: code });
}

/** An account that awaits approval is confirmed without a session. */
function fragmentOf(session: Session | null, asked: MailLink["type"]): URLSearchParams {
  if (!session) return new URLSearchParams({ message: "confirmed", type: "signup" });
  const { access_token, refresh_token, token_type, expires_in } = session;
  return new URLSearchParams({
    access_token,
    refresh_token,
    token_type,
    expires_in: String(expires_in),
    type: asked === "email" ? "signup" : asked,
  });
}
