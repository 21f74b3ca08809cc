import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** A supabase-js client that keeps its session in memory and starts no timers. */
export function createTestClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
