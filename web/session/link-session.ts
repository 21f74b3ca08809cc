import { z } from "zod";
import { readClaims } from "./read-claims.ts";
import { readStored } from "./stored-session.ts";

/** The session that a mail's link carries in the address's fragment (implicit flow), and whose it says it is. */
export type LinkSession = {
  accessToken: string;
  refreshToken: string;
  type: string;
  /** Unproved until the server is asked: for the question alone. */
  name: string;
};

/** Where links lead that may sign somebody in. Elsewhere a token in an address is an attacker's. */
const doors = ["/login", "/update-password"];

const Claims = z.object({
  sub: z.string().catch(""),
  email: z.string().catch(""),
  phone: z.string().catch(""),
});

/**
 * Decides what becomes of a fragment, before the client reads it: "take" lets the client sign its person
 * in; "ask" keeps it until the person who is signed in has chosen; "drop" forgets it.
 */
export function judgeLink(
  { pathname, hash }: Pick<Location, "pathname" | "hash">,
  signedInId: string | null,
): { verdict: "none" | "take" | "drop" } | { verdict: "ask"; link: LinkSession } {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const accessToken = fragment.get("access_token");
  if (!accessToken) return { verdict: "none" };
  if (!doors.includes(pathname.replace(/\/$/, ""))) return { verdict: "drop" };
  const claims = Claims.safeParse(readClaims(accessToken));
  if (!claims.success) return { verdict: "drop" };
  const { sub, email, phone } = claims.data;
  if (signedInId === null || signedInId === sub) return { verdict: "take" };
  const link = {
    accessToken,
    refreshToken: fragment.get("refresh_token") ?? "",
    type: fragment.get("type") ?? "",
    name: email || (phone && `+${phone}`),
  };
  return { verdict: "ask", link };
}

const Stored = z.object({ refresh_token: z.string(), user: z.object({ id: z.string() }) });

let offered: LinkSession | null = null;

/**
 * Reads the address once, as the page loads: whether the client may take its session. Tokens that it may
 * not take leave the address, and with it the history, at once.
 */
export function admitLink(): boolean {
  const stored = Stored.safeParse(readStored(localStorage, location.origin));
  const judged = judgeLink(location, stored.data?.user.id ?? null);
  if (judged.verdict === "ask") offered = judged.link;
  if (judged.verdict === "ask" || judged.verdict === "drop") {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return judged.verdict === "take";
}

/** The session that a link offers while somebody else is signed in; once. */
export function takeOfferedLink(): LinkSession | null {
  const link = offered;
  offered = null;
  return link;
}
