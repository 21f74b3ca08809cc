import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { deviceZone } from "#contract/dealership-day.ts";
import { noteAnswer } from "#web/api/server-sentence.ts";
import { settleAnswer } from "#web/api/settle-answer.ts";
import { deviceStorage } from "#web/device-storage.ts";
import { type SessionRenewal, sendHeld } from "../forms/held-request.ts";
import type { Hold } from "../forms/use-page-holds.ts";
import { admitLink } from "../links/link-session.ts";
import { noteServerTime } from "./device-clock.ts";

/** What the rest of the session tells its client, and hears from it. */
export type ClientHooks = {
  /** Id of the impersonated account, if the real person is an admin who impersonates. */
  impersonatedId: string | null;
  /** Id of the person whose page it is. */
  personId: string | null;
  /**
   * Whether the server refused the stored refresh token, so that the coming sign-out means
   * "expired".
   */
  refreshRefused: boolean;
  /** While the person signs out: nothing is loaded any more for a session that ends. */
  isLeaving: boolean;
  /** Whether the page is held at all, or for this reason, and so outlives the session. */
  holds: (hold?: Hold) => boolean;
  /**
   * Asks the person of a held page to sign in over it; gives the new access token, or null if they
   * put it off or somebody else signed in.
   */
  signInAgain: () => Promise<string | null>;
};

/** How a client begins: nobody acts for another, and no page is held. */
export function newHooks(): ClientHooks {
  return {
    impersonatedId: null,
    personId: null,
    refreshRefused: false,
    isLeaving: false,
    holds: () => false,
    signInAgain: () => Promise.resolve(null),
  };
}

export type BrowserClient = { supabase: SupabaseClient; hooks: ClientHooks };

const clients = new Map<string, BrowserClient>();

/**
 * The browser's one client with a session: refreshed by itself, stored on the device under the key
 * that supabase-js gives it, found in the address after a mail link (implicit flow) where
 * link-session.ts admits it. It speaks to the page's own origin, so that a site opened under
 * another name than SITE_URL (127.0.0.1, a custom domain) works.
 */
export function browserClient(apiUrl: string, anonKey: string): BrowserClient {
  const existing = clients.get(apiUrl);
  if (existing) return existing;
  const hooks = newHooks();
  const supabase: SupabaseClient = createClient(apiUrl, anonKey, {
    auth: {
      autoRefreshToken: true,
      persistSession: true,
      storage: deviceStorage,
      detectSessionInUrl: admitLink,
      flowType: "implicit",
      experimental: { recoveryCodes: true },
    },
    global: {
      fetch: createSessionFetch(hooks, {
        send: (input, init) => fetch(input, init),
        onRefused: atMostEvery(30_000, () => void endIfOver({ supabase, hooks })),
        renew: () => renewSession({ supabase, hooks }),
      }),
    },
  });
  const client = { supabase, hooks };
  clients.set(apiUrl, client);
  return client;
}

type SessionWire = {
  send: typeof fetch;
  /**
   * The server refused who asks: the session may have been ended elsewhere, or the account closed,
   * long before its token expires.
   */
  onRefused: () => void;
  /** Gives an access token for a session that is over; null if nobody signs in again. */
  renew: SessionRenewal["renew"];
};

/**
 * Wraps fetch: requests for data name the device's time zone, writes carry the impersonated
 * account's id, a refused refresh is noted, a refused person is told of, and a session's end does
 * not depend on the device's clock.
 */
export function createSessionFetch(
  hooks: ClientHooks,
  { send, onRefused, renew }: SessionWire,
): typeof fetch {
  const sendAs = (request: Request) => {
    const { pathname } = new URL(request.url);
    if (hooks.impersonatedId && isDataWrite(request.method, pathname)) {
      request.headers.set("x-impersonated-user", hooks.impersonatedId);
    }
    if (!pathname.startsWith("/auth/v1/")) request.headers.set("x-time-zone", deviceZone());
    return send(request);
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const answer = await sendHeld(request, sendAs, { holds: hooks.holds, renew });
    const response = await settleAnswer(request, answer);
    noteAnswer(response);
    noteServerTime(response);
    const isRefresh = searchParams.get("grant_type") === "refresh_token";
    if (isRefresh && pathname.endsWith("/auth/v1/token")) {
      hooks.refreshRefused = response.status >= 400 && response.status < 500;
    }
    const isData = !pathname.startsWith("/auth/v1/");
    if (isData && (response.status === 401 || response.status === 403)) onRefused();
    return isData || !response.ok ? response : withoutExpiry(response);
  };
}

const Timed = z.looseObject({ access_token: z.string(), expires_at: z.number() });

/**
 * Removes the moment at which a session ends by the server's clock, so that the client counts its
 * `expires_in` from now. A device whose clock is ahead would otherwise refresh without end.
 */
async function withoutExpiry(response: Response): Promise<Response> {
  const body = Timed.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!body.success) return response;
  const { expires_at: _, ...session } = body.data;
  const { status, headers } = response;
  return new Response(JSON.stringify(session), { status, headers });
}

/**
 * Asks the server whether the session lives. The client itself would keep one that was refused
 * until its access token expires.
 */
async function endIfOver({ supabase, hooks }: BrowserClient): Promise<void> {
  await supabase.auth.refreshSession();
  if (hooks.refreshRefused) await supabase.auth.signOut({ scope: "local" });
}

/**
 * The token of the person's session if it still lives, else that of their next sign-in; null if
 * another person has signed in.
 */
async function renewSession(client: BrowserClient): Promise<string | null> {
  const { personId } = client.hooks;
  await endIfOver(client);
  const { session } = (await client.supabase.auth.getSession()).data;
  if (!session) return client.hooks.signInAgain();
  return session.user.id === personId ? session.access_token : null;
}

/**
 * A refresh that is granted ends the matter; should the server go on refusing, it is not asked
 * without end.
 */
function atMostEvery(pauseMs: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - last < pauseMs) return;
    last = performance.now();
    act();
  };
}

function isDataWrite(method: string, pathname: string): boolean {
  return !/^(GET|HEAD|OPTIONS)$/.test(method) && !pathname.startsWith("/auth/v1/");
}
