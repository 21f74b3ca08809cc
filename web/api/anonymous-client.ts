import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/**
 * A client that is nobody: the anonymous key, no session kept, none read. Loaders of public pages
 * give it the api in process as `fetch`; in the browser import this file dynamically, so that
 * supabase-js stays out of public pages' bundles.
 */
export function createAnonymousClient(options: {
  url: string;
  anonKey: string;
  fetch?: typeof fetch;
}): SupabaseClient {
  return createClient(options.url, options.anonKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: "anonymous",
    },
    ...(options.fetch ? { global: { fetch: options.fetch } } : {}),
  });
}
