import type { ProfileSettings } from "#contract/settings.ts";
import { usePublicConfig } from "#web/api/public-config.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { checkSlug } from "../check-slug.ts";
import type { Tree } from "../config-changes.ts";
import { settingsMessages } from "../messages.ts";
import type { OwnProfile } from "../own-profile.ts";
import { removePictures } from "../page-picture.ts";
import { describeSaveFailure, type SaveFailure } from "../save-failure.ts";
import { saveProfile } from "../save-profile.ts";
import { profileChange } from "./profile-form-values.ts";

const { slugTaken, slugUnverified } = settingsMessages;

/** Saves what the form changed: looks a new slug up first, then writes one update. */
export function useSaveProfile(userId: string) {
  const { supabase } = useAuth();
  const { anonKey } = usePublicConfig();

  return async (
    before: Tree,
    values: ProfileSettings,
    storedLogo: string,
  ): Promise<{ saved: OwnProfile } | SaveFailure> => {
    const change = profileChange(before, values);
    const slug = change.columns?.public_slug;
    const refusal = slug ? await refuseSlug(slug) : null;
    if (refusal) return refusal;
    const outcome = await saveProfile(supabase, userId, change);
    if (!outcome.saved) return describeSaveFailure(outcome.error);
    if (storedLogo && storedLogo !== values.profile.logo) {
      void removePictures(supabase, userId, [storedLogo]);
    }
    return { saved: outcome.profile };
  };

  async function refuseSlug(slug: string): Promise<SaveFailure | null> {
    try {
      const answer = await checkSlug(anonKey, slug, userId);
      return answer.status === "free" ? null : refusal(slugTaken);
    } catch {
      return refusal(slugUnverified);
    }
  }
}

function refusal(notice: SaveFailure["notice"]): SaveFailure {
  return { notice, field: { name: "public_slug", message: notice.description } };
}
