import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** What the rest of the session tells its client, and hears from it. */
export type ClientHooks = {
  /** Id of the impersonated account, if the real person is an admin who impersonates. */
  impersonatedId: string | null;
  /** Whether the server refused the stored refresh token, so that the coming sign-out means "expired". */
  refreshRefused: boolean;
};

export type BrowserClient = { supabase: SupabaseClient; hooks: ClientHooks };

const clients = new Map<string, BrowserClient>();

/**
 * The browser's one client with a session: refreshed by itself, kept in localStorage under the key that supabase-js gives
 * it, found in the address after a mail link (implicit flow). It speaks to the page's own origin, so that a site opened under another
 * name than SITE_URL (127.0.0.1, a custom domain) works.
 */
export function browserClient(apiUrl: string, anonKey: string): BrowserClient {
  const existing = clients.get(apiUrl);
  if (existing) return existing;
  const hooks: ClientHooks = { impersonatedId: null, refreshRefused: false };
  const supabase = createClient(apiUrl, anonKey, {
    auth: {
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: true,
      flowType: "implicit",
      experimental: { recoveryCodes: true },
    },
    global: { fetch: createSessionFetch(hooks, (input, init) => fetch(input, init)) },
  });
  const client = { supabase, hooks };
  clients.set(apiUrl, client);
  return client;
}

/** Wraps fetch: writes carry the impersonated account's id, and a refused refresh is noted. */
export function createSessionFetch(hooks: ClientHooks, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (hooks.impersonatedId && isDataWrite(request.method, pathname)) {
      request.headers.set("x-impersonated-user", hooks.impersonatedId);
    }
    const response = await send(request);
    const isRefresh = searchParams.get("grant_type") === "refresh_token";
    if (isRefresh && pathname.endsWith("/auth/v1/token")) {
      hooks.refreshRefused = response.status >= 400 && response.status < 500;
    }
    return response;
  };
}

function isDataWrite(method: string, pathname: string): boolean {
  return !/^(GET|HEAD|OPTIONS)$/.test(method) && !pathname.startsWith("/auth/v1/");
}
