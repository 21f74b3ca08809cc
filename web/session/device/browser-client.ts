import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { deviceZone } from "#contract/dealership-day.ts";
import { normalizeResponse } from "#web/api/normalize-response.ts";
import { trackFailedRequest } from "#web/api/request-error-message.ts";
import { deviceStorage } from "#web/device-storage.ts";
import { type SessionRenewal, sendWithSessionRenewal } from "../forms/session-renewal.ts";
import type { Hold } from "../forms/use-page-holds.ts";
import { acceptLinkSession } from "../links/link-session.ts";
import { noteServerTime } from "./device-clock.ts";

/** State shared between the session hooks and the client. */
export type ClientHooks = {
  /** The account that an admin impersonates. */
  impersonatedId: string | null;
  /** The person who owns the page. */
  personId: string | null;
  /**
   * Whether the server rejected the stored refresh token, so that the coming sign-out means
   * "expired".
   */
  refreshRefused: boolean;
  /** True during sign-out, when nothing more is loaded for the ending session. */
  isLeaving: boolean;
  /** Whether the page is held (for this reason), and so outlives the session. */
  holds: (hold?: Hold) => boolean;
  /**
   * Asks the person of a held page to sign in again. Resolves to the new access token, or to null
   * if they postpone it or another person signs in.
   */
  signInAgain: () => Promise<string | null>;
};

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
 * The browser's Supabase client with a session, created once. It refreshes the session, stores it
 * on the device under supabase-js's default key, and reads it from the URL of a mail link (implicit
 * flow) if link-session.ts accepts it. It calls the page's own origin, so that a site opened under
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
      detectSessionInUrl: acceptLinkSession,
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

type SessionTransport = {
  send: typeof fetch;
  /**
   * Called when the server rejects a request: the session may have been ended elsewhere, or the
   * account closed, long before its token expires.
   */
  onRefused: () => void;
  /**
   * Returns a new access token when the session is over; null if the person does not sign in again.
   */
  renew: SessionRenewal["renew"];
};

/**
 * Wraps fetch. Data requests carry the device's time zone, and writes the impersonated account's
 * id. A rejected refresh is remembered, other rejections call `onRefused`. The end of a session
 * does not depend on the device's clock.
 */
export function createSessionFetch(
  hooks: ClientHooks,
  { send, onRefused, renew }: SessionTransport,
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
    const answer = await sendWithSessionRenewal(request, sendAs, { holds: hooks.holds, renew });
    const response = await normalizeResponse(request, answer);
    trackFailedRequest(response);
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
 * Removes the expiry by the server's clock, so that supabase-js counts `expires_in` from now. With
 * a device clock that is ahead it would otherwise refresh endlessly.
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
 * Refreshes the session, which ends it if the server rejects that. supabase-js alone would keep a
 * rejected session until its access token expires.
 */
async function endIfOver({ supabase, hooks }: BrowserClient): Promise<void> {
  await supabase.auth.refreshSession();
  if (hooks.refreshRefused) await supabase.auth.signOut({ scope: "local" });
}

/**
 * The access token of the person's session if it is alive, else of their next sign-in; null if
 * another person signed in.
 */
async function renewSession(client: BrowserClient): Promise<string | null> {
  const { personId } = client.hooks;
  await endIfOver(client);
  const { session } = (await client.supabase.auth.getSession()).data;
  if (!session) return client.hooks.signInAgain();
  return session.user.id === personId ? session.access_token : null;
}

/** Limits the refreshes, in case the server rejects requests even after a successful one. */
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
