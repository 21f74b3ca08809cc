import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { applyChanges, type Tree } from "./config-changes.ts";
import { OWN_COLUMNS, OwnProfile } from "./own-profile.ts";

/** What a screen of Settings changed: columns, and leaves of config. */
export type ProfileChange = {
  columns?: { full_name?: string; public_slug?: string | null; custom_domain?: string | null };
  config?: Tree;
};

/** PostgREST's own error, or null where the row could not be found or kept changing. */
export type SaveOutcome =
  | { saved: true; profile: OwnProfile }
  | { saved: false; error: Pick<PostgrestError, "code" | "message"> | null };

const Stored = z.object({ config: z.looseObject({}), updated_at: z.string() });
/** Somebody else saved between our look and our write. */
const MOST_ATTEMPTS = 5;

/**
 * Writes a profile in one update by id (product section 7). config is one value, so it is read
 * again first, only the changed leaves are put in, and the write holds only if nobody wrote since:
 * two browsers never undo each other. Without a change it only reads the row. Never throws.
 */
export async function saveProfile(
  supabase: SupabaseClient,
  id: string,
  { columns = {}, config = {} }: ProfileChange,
): Promise<SaveOutcome> {
  if (Object.keys(config).length === 0) return update(supabase, id, columns);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { data, error } = await supabase
      .from("profiles")
      .select("config,updated_at")
      .eq("id", id)
      .single();
    if (error) return { saved: false, error };
    const stored = Stored.parse(data);
    const change = { ...columns, config: applyChanges(stored.config, config) };
    const outcome = await update(supabase, id, change, stored.updated_at);
    if (outcome.saved || outcome.error) return outcome;
  }
  return { saved: false, error: null };
}

/**
 * The row is asked back: a change that row security hides, or that came too late, answers success
 * too.
 */
async function update(
  supabase: SupabaseClient,
  id: string,
  change: Tree,
  seenAt?: string,
): Promise<SaveOutcome> {
  const profiles = supabase.from("profiles");
  if (Object.keys(change).length === 0) {
    const { data, error } = await profiles.select(OWN_COLUMNS).eq("id", id).single();
    return error ? { saved: false, error } : { saved: true, profile: OwnProfile.parse(data) };
  }
  const mine = profiles.update(change).eq("id", id);
  const { data, error } = await (seenAt ? mine.eq("updated_at", seenAt) : mine).select(OWN_COLUMNS);
  if (error) return { saved: false, error };
  const [row] = z.array(OwnProfile).parse(data);
  return row ? { saved: true, profile: row } : { saved: false, error: null };
}
