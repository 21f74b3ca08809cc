import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { ProfileConfig } from "#contract/accounts/profile-config.ts";
import { PROFILE_COLUMNS, Profile } from "#web/session/session-user.ts";

const StoredConfig = z.looseObject({}).nullish();

/**
 * The profile row that Settings edits. `dealership` is a salesperson's, as far as row security
 * shows it.
 */
export const OwnProfile = Profile.extend({
  updated_at: z.string(),
  /** The custom_domain, once verified. */
  verified_domain: z.string().nullish(),
  dealership: z
    .object({
      config: StoredConfig,
      public_slug: z.string().nullish(),
      is_active: z.boolean().nullish(),
    })
    .nullish(),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** Columns returned by a save. */
export const OWN_COLUMNS = `${PROFILE_COLUMNS},updated_at,verified_domain`;

/** Query key of the loaded profile. */
export const ownProfileKey = (userId: string) => ["settings", "profile", userId] as const;

/**
 * The stored profile. Refetched whenever a Settings screen opens, but not while it is open, so that
 * typed text is not replaced. Throws PostgREST's error.
 */
export function ownProfileQuery(supabase: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: ownProfileKey(userId),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("profiles")
        .select(`${OWN_COLUMNS},dealership:dealership_id(config,public_slug,is_active)`)
        .eq("id", userId)
        .abortSignal(signal)
        .single();
      if (error) throw error;
      return OwnProfile.parse(data);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** A profile's config with all defaults. */
export function configOf(profile: Pick<OwnProfile, "config">): ProfileConfig {
  return ProfileConfig.parse(profile.config ?? {});
}
