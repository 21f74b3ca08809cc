import { z } from "zod";
import { readUrl } from "#contract/text/read-url.ts";
import { deviceStorage } from "#web/device-storage.ts";
import { readClaims, readStored } from "../device/stored-session.ts";

/** The session in the fragment of a mail link's URL (implicit flow). */
export type LinkSession = { accessToken: string; refreshToken: string; type: string };

/** Pages where a link can sign a person in. Elsewhere a token in the URL is an attacker's. */
const signInPages = ["/login", "/update-password"];

/**
 * The page for a mail link: the requested one if links can sign in there, else its type's default.
 */
export function linkTarget(asked: string, type: string, origin: string): string {
  const target = readUrl(asked, origin);
  const isSignInPage = target?.origin === origin && signInPages.includes(target.pathname);
  if (isSignInPage) return `${target.pathname}${target.search}`;
  return type === "recovery" || type === "invite" ? "/update-password" : "/login";
}

const Claims = z.object({ sub: z.string() });

/**
 * The parameters as supabase-js parsed them. Of duplicates it keeps one, and prefers the query to
 * the fragment.
 */
type Parameters = Record<string, string | undefined>;

/**
 * Decides about a session in a URL: "take" lets supabase-js sign the person in, "ask" holds it
 * until the signed-in person has chosen, "drop" discards it. Uses supabase-js's own parameters, so
 * that it cannot see a token that this check does not.
 */
export function checkLinkSession(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  parameters: Parameters,
  signedInId: string | null,
): { verdict: "none" | "take" | "drop" } | { verdict: "ask"; link: LinkSession } {
  const { access_token: accessToken, refresh_token: refreshToken = "", type = "" } = parameters;
  if (!accessToken) return { verdict: "none" };
  if (!signInPages.includes(pathname.replace(/\/$/, ""))) return { verdict: "drop" };
  // Our links carry the session in the fragment, which no server or log sees.
  if (/[?&](access_token|refresh_token)=/.test(search)) return { verdict: "drop" };
  const claims = Claims.safeParse(readClaims(accessToken));
  if (!claims.success) return { verdict: "drop" };
  if (signedInId === null || signedInId === claims.data.sub) return { verdict: "take" };
  return { verdict: "ask", link: { accessToken, refreshToken, type } };
}

const Stored = z.object({ refresh_token: z.string(), user: z.object({ id: z.string() }) });

let offered: LinkSession | null = null;

/**
 * Whether supabase-js may use the session in the URL. Removes the tokens from the URL, and so from
 * the history.
 */
export function acceptLinkSession(url: URL, parameters: Parameters): boolean {
  const stored = Stored.safeParse(readStored(deviceStorage, location.origin));
  const judged = checkLinkSession(url, parameters, stored.data?.user.id ?? null);
  if (judged.verdict === "ask") offered = judged.link;
  if (judged.verdict !== "none") history.replaceState(history.state, "", location.pathname);
  return judged.verdict === "take";
}

/** Returns, once, the session of a link opened while another person is signed in. */
export function consumePendingLink(): LinkSession | null {
  const link = offered;
  offered = null;
  return link;
}

const Person = z.object({
  id: z.string(),
  email: z.string().catch(""),
  phone: z.string().catch(""),
});

/**
 * The person of a link's session, verified by the server; null when it is invalid. Uses fetch,
 * because an error would end supabase-js's own session.
 */
export async function findLinkOwner(
  { accessToken }: LinkSession,
  anonKey: string,
): Promise<{ id: string; name: string } | null> {
  const headers = { apikey: anonKey, authorization: `Bearer ${accessToken}` };
  try {
    const answer = await fetch("/auth/v1/user", { headers });
    const { id, email, phone } = Person.parse(await answer.json());
    return { id, name: email || `+${phone}` };
  } catch {
    return null;
  }
}
