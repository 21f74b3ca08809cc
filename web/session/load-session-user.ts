import type { SupabaseClient, User } from "@supabase/supabase-js";
import { z } from "zod";
import { PROFILE_COLUMNS, Profile, type SessionUser, toSessionUser } from "./session-user.ts";

/** Reports failures that do not stop the person. */
export type ReportError = (error: unknown) => void;

const NO_ROWS = "PGRST116";

/**
 * Errors for an ended session or a closed account. browser-client.ts signs such a person out, so
 * they are not reported.
 */
const Refusal = z.object({ code: z.enum(["PGRST301", "42501"]) });

/**
 * Loads the person's profile and merges it (docs/product/accounts.md). Creates a missing profile,
 * and falls back to the plain auth user when loading or creating fails. Reports unexpected
 * failures. Never throws.
 */
export async function loadSessionUser(
  supabase: SupabaseClient,
  user: User,
  report: ReportError,
): Promise<SessionUser> {
  try {
    return toSessionUser(user, await readOrCreateProfile(supabase, user));
  } catch (error) {
    const isRefused = Refusal.safeParse(error).success;
    if (!isRefused) report(new Error("The profile cannot be loaded", { cause: error }));
    return toSessionUser(user, null);
  }
}

async function readOrCreateProfile(supabase: SupabaseClient, user: User): Promise<Profile> {
  const { data, error } = await supabase
    .from("profiles")
    .select(PROFILE_COLUMNS)
    .eq("id", user.id)
    .single();
  if (error?.code === NO_ROWS) return createProfile(supabase, user);
  if (error) throw error;
  return Profile.parse(data);
}

async function createProfile(supabase: SupabaseClient, user: User): Promise<Profile> {
  const metadata = user.user_metadata;
  const { data, error } = await supabase
    .from("profiles")
    .upsert({
      id: user.id,
      full_name: metadata.full_name || user.email || user.phone,
      role: metadata.role || "vendedor",
      dealership_id: metadata.dealership_id ?? null,
    })
    .select()
    .single();
  if (error) throw error;
  return Profile.parse(data);
}
