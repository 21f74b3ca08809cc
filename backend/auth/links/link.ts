import { createHash } from "node:crypto";

/**
 * What auth.one_time_tokens keeps of a link's token, as private.send_verification_mail makes it.
 */
export function hashOneTimeToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** How long the link of a mail works. */
export const oneTimeTokenSeconds = 3600;

/**
 * Of which kind a link's token is in auth.one_time_tokens: one that proves an address first, or one
 * that enters an account.
 */
export type OneTimeTokenKind = "confirmation_token" | "recovery_token";

/** The address of a link, as the templates of mails build it too. */
export function linkAddress(
  siteUrl: string,
  { type, token, target }: { type: string; token: string; target: string },
): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: target })}`;
}

/**
 * Where a link of a mail may lead: the address that was asked for if it lies within the site, else
 * the site itself (threat 22). Compared by what a browser would make of it, never by how it is
 * spelled. A fragment is dropped, for the answer is put there.
 */
export function redirectTarget(siteUrl: string, asked: string | undefined): string {
  const site = new URL(`${siteUrl}/`);
  const target = asked ? URL.parse(asked, site) : site;
  if (!target || !isWithin(site, target)) return site.href;
  target.hash = "";
  return target.href;
}

function isWithin(site: URL, target: URL): boolean {
  return (
    target.origin === site.origin &&
    target.username === "" &&
    target.password === "" &&
    `${target.pathname}/`.startsWith(site.pathname)
  );
}
