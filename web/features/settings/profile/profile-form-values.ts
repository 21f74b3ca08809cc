import { z } from "zod";
import { ProfileSettings } from "#contract/accounts/settings.ts";
import { changesBetween, type JsonTree } from "../config-changes.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import type { ProfileChange } from "../save-profile.ts";

/** Initial form values: the stored row with all config defaults. */
export function profileFormValues(profile: OwnProfile): ProfileSettings {
  return {
    full_name: profile.full_name ?? "",
    public_slug: profile.public_slug ?? "",
    custom_domain: profile.custom_domain ?? "",
    profile: configOf(profile).profile,
  };
}

/** The contract's schema over trimmed form values. */
export const ProfileFormTexts = z
  .custom<ProfileSettings>()
  .transform((values): z.input<typeof ProfileSettings> => trimmed(values))
  .pipe(ProfileSettings);

/** What a save writes: changed columns and changed leaves of config. */
export function profileChange(before: JsonTree, after: ProfileSettings): ProfileChange {
  const { profile, ...columns } = changesBetween(before, after);
  const { full_name, public_slug, custom_domain } = after;
  return {
    columns: {
      ...("full_name" in columns ? { full_name } : {}),
      ...("public_slug" in columns ? { public_slug: public_slug || null } : {}),
      ...("custom_domain" in columns ? { custom_domain: custom_domain || null } : {}),
    },
    config: profile ? { profile } : {},
  };
}

/** Trims all texts of a value. */
function trimmed<Value>(value: Value): Value {
  const trim = (_: string, part: unknown) => (typeof part === "string" ? part.trim() : part);
  // Safe, because the value only holds strings, booleans and objects.
  return JSON.parse(JSON.stringify(value, trim)) as Value;
}
