import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { settleAnswer } from "./settle-answer.ts";

const clients = new Map<string, SupabaseClient>();

/**
 * A client with the anonymous key and without a session, for the browser. There is one for the
 * page's life: supabase-js warns about a second with the same storage key. Public pages import this
 * file dynamically, so that supabase-js stays out of their bundles.
 */
export function anonymousClient(anonKey: string): SupabaseClient {
  const existing = clients.get(anonKey);
  if (existing) return existing;
  const client = createClient(window.location.origin, anonKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: "anonymous",
    },
    global: {
      async fetch(input, init) {
        const request = new Request(input, init);
        return settleAnswer(request, await fetch(request));
      },
    },
  });
  clients.set(anonKey, client);
  return client;
}
