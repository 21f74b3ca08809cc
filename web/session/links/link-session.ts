import { z } from "zod";
import { readUrl } from "#contract/text/read-url.ts";
import { deviceStorage } from "#web/device-storage.ts";
import { readClaims, readStored } from "../device/stored-session.ts";

/** The session that a mail's link carries in the address's fragment (implicit flow). */
export type LinkSession = { accessToken: string; refreshToken: string; type: string };

/** Where links lead that may sign somebody in. Elsewhere a token in an address is an attacker's. */
const doors = ["/login", "/update-password"];

/** The page that a mail's link goes on to: the one it names if it is a door, else its type's own. */
export function linkTarget(asked: string, type: string, origin: string): string {
  const target = readUrl(asked, origin);
  const isDoor = target?.origin === origin && doors.includes(target.pathname);
  if (isDoor) return `${target.pathname}${target.search}`;
  return type === "recovery" || type === "invite" ? "/update-password" : "/login";
}

const Claims = z.object({ sub: z.string() });

/**
 * What the client has read in an address: of a word that comes twice one, and the query's before
 * the fragment's.
 */
type Parameters = Record<string, string | undefined>;

/**
 * Decides what becomes of a session in an address: "take" lets the client sign its person in; "ask"
 * keeps it until the person who is signed in has chosen; "drop" forgets it. The client's own
 * reading is judged, so that nothing stands in an address for it alone.
 */
export function judgeLink(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  parameters: Parameters,
  signedInId: string | null,
): { verdict: "none" | "take" | "drop" } | { verdict: "ask"; link: LinkSession } {
  const { access_token: accessToken, refresh_token: refreshToken = "", type = "" } = parameters;
  if (!accessToken) return { verdict: "none" };
  if (!doors.includes(pathname.replace(/\/$/, ""))) return { verdict: "drop" };
  // Our links carry a session in the fragment, which no server and no log sees.
  if (/[?&](access_token|refresh_token)=/.test(search)) return { verdict: "drop" };
  const claims = Claims.safeParse(readClaims(accessToken));
  if (!claims.success) return { verdict: "drop" };
  if (signedInId === null || signedInId === claims.data.sub) return { verdict: "take" };
  return { verdict: "ask", link: { accessToken, refreshToken, type } };
}

const Stored = z.object({ refresh_token: z.string(), user: z.object({ id: z.string() }) });

let offered: LinkSession | null = null;

/**
 * Whether the client may take the session in the address that it has read. Its tokens leave the
 * address, and with it the history, at once.
 */
export function admitLink(url: URL, parameters: Parameters): boolean {
  const stored = Stored.safeParse(readStored(deviceStorage, location.origin));
  const judged = judgeLink(url, parameters, stored.data?.user.id ?? null);
  if (judged.verdict === "ask") offered = judged.link;
  if (judged.verdict !== "none") history.replaceState(history.state, "", location.pathname);
  return judged.verdict === "take";
}

/** The session that a link offers while somebody else is signed in; once. */
export function takeOfferedLink(): LinkSession | null {
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
 * Whose session it is by the server's word, and how they are called; null where it is worthless.
 * Asked without the client, which would end its own session over a refusal.
 */
export async function whoseLink(
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
