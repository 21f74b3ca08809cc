import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { noteAnswer } from "#web/api/server-sentence.ts";
import { admitLink } from "./link-session.ts";

/** What the rest of the session tells its client, and hears from it. */
export type ClientHooks = {
  /** Id of the impersonated account, if the real person is an admin who impersonates. */
  impersonatedId: string | null;
  /**
   * Whether the server refused the stored refresh token, so that the coming sign-out means
   * "expired".
   */
  refreshRefused: boolean;
  /** While the person signs out: nothing is loaded any more for a session that ends. */
  isLeaving: boolean;
};

export type BrowserClient = { supabase: SupabaseClient; hooks: ClientHooks };

const clients = new Map<string, BrowserClient>();

/**
 * The browser's one client with a session: refreshed by itself, kept in localStorage under the key
 * that supabase-js gives it, found in the address after a mail link (implicit flow) where
 * link-session.ts admits it. It speaks to the page's own origin, so that a site opened under
 * another name than SITE_URL (127.0.0.1, a custom domain) works.
 */
export function browserClient(apiUrl: string, anonKey: string): BrowserClient {
  const existing = clients.get(apiUrl);
  if (existing) return existing;
  const hooks: ClientHooks = { impersonatedId: null, refreshRefused: false, isLeaving: false };
  const supabase = createClient(apiUrl, anonKey, {
    auth: {
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: admitLink,
      flowType: "implicit",
      experimental: { recoveryCodes: true },
    },
    global: {
      fetch: createSessionFetch(hooks, {
        send: (input, init) => fetch(input, init),
        onRefused: atMostEvery(30_000, () => void endIfOver({ supabase, hooks })),
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
};

/**
 * Wraps fetch: writes carry the impersonated account's id, a refused refresh is noted, and a
 * refused person is told of.
 */
export function createSessionFetch(
  hooks: ClientHooks,
  { send, onRefused }: SessionWire,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (hooks.impersonatedId && isDataWrite(request.method, pathname)) {
      request.headers.set("x-impersonated-user", hooks.impersonatedId);
    }
    const response = await send(request);
    noteAnswer(response);
    const isRefresh = searchParams.get("grant_type") === "refresh_token";
    if (isRefresh && pathname.endsWith("/auth/v1/token")) {
      hooks.refreshRefused = response.status >= 400 && response.status < 500;
    }
    const isData = !pathname.startsWith("/auth/v1/");
    if (isData && (response.status === 401 || response.status === 403)) onRefused();
    return response;
  };
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
