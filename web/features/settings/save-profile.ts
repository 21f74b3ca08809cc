import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { JsonTree } from "./config-changes.ts";
import { OWN_COLUMNS, OwnProfile } from "./own-profile.ts";

/** Changed columns, and changed leaves of config. */
export type ProfileChange = {
  columns?: { full_name?: string; public_slug?: string | null; custom_domain?: string | null };
  config?: JsonTree;
};

/** PostgREST's error; null if there is no row that the person may change. */
export type SaveOutcome =
  | { saved: true; profile: OwnProfile }
  | { saved: false; error: Pick<PostgrestError, "code" | "message" | "hint"> | null };

/**
 * Writes a profile by ID (docs/product/settings.md) in one statement that merges the changed leaves
 * into the config, so that concurrent edits survive. Without changes it only reads. Selects the
 * row, because an update hidden by row security also reports success. Never throws.
 */
export async function saveProfile(
  supabase: SupabaseClient,
  id: string,
  { columns = {}, config = {} }: ProfileChange,
): Promise<SaveOutcome> {
  const { data, error } = await supabase
    .rpc("save_profile", { p_id: id, p_columns: columns, p_config: config })
    .select(OWN_COLUMNS);
  if (error) return { saved: false, error };
  const [row] = z.array(OwnProfile).parse(data);
  return row ? { saved: true, profile: row } : { saved: false, error: null };
}
