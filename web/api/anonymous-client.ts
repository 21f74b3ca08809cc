import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { normalizeResponse } from "./normalize-response.ts";

const clients = new Map<string, SupabaseClient>();

/**
 * The browser's Supabase client with the anonymous key and no session, created once: supabase-js
 * warns about two clients with the same storage key. Public pages import this file dynamically, to
 * keep supabase-js out of their bundles.
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
        return normalizeResponse(request, await fetch(request));
      },
    },
  });
  clients.set(anonKey, client);
  return client;
}
