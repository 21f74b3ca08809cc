import { useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { type OwnProfile, ownProfileKey } from "./own-profile.ts";

/**
 * Spreads a saved profile: to the screens of Settings, and to the session with its greeting and
 * accent colour.
 */
export function useKeepProfile(): (profile: OwnProfile) => void {
  const queryClient = useQueryClient();
  const { keepProfile } = useAuth();
  return (profile) => {
    queryClient.setQueryData<OwnProfile>(ownProfileKey(profile.id), (before) => ({
      ...profile,
      dealership: before?.dealership,
    }));
    keepProfile(profile);
  };
}
