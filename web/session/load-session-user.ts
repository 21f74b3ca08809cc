import type { SupabaseClient, User } from "@supabase/supabase-js";
import { z } from "zod";
import { PROFILE_COLUMNS, Profile, type SessionUser, toSessionUser } from "./session-user.ts";

/** Told of failures that the person is not stopped by. */
export type Report = (error: unknown) => void;

const NO_ROWS = "PGRST116";

/**
 * What the server answers to whose session was ended, and to whose account was closed:
 * browser-client.ts leads them out, and nothing is broken.
 */
const Refusal = z.object({ code: z.enum(["PGRST301", "42501"]) });

/**
 * Loads the profile of a signed-in person and merges it (docs/product/accounts.md): a missing
 * profile is created, and when loading or creating fails the plain auth user is used. Reports what
 * is no refusal. Never throws.
 */
export async function loadSessionUser(
  supabase: SupabaseClient,
  user: User,
  report: Report,
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
