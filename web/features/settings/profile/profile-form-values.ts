import { z } from "zod";
import { ProfileSettings } from "#contract/accounts/settings.ts";
import { changesBetween, type Tree } from "../config-changes.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import type { ProfileChange } from "../save-profile.ts";

/** What the form starts with: the stored row, with every default of config filled in. */
export function profileFormValues(profile: OwnProfile): ProfileSettings {
  return {
    full_name: profile.full_name ?? "",
    public_slug: profile.public_slug ?? "",
    custom_domain: profile.custom_domain ?? "",
    profile: configOf(profile).profile,
  };
}

/** The contract's schema over the texts of the form, without blanks at their ends. */
export const ProfileFormTexts = z
  .custom<ProfileSettings>()
  .transform((values): z.input<typeof ProfileSettings> => trimmed(values))
  .pipe(ProfileSettings);

/** What a save writes: the changed columns, and the changed leaves of config. */
export function profileChange(before: Tree, after: ProfileSettings): ProfileChange {
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

/** The same texts without blanks around them. */
function trimmed<Value>(value: Value): Value {
  const trim = (_: string, part: unknown) => (typeof part === "string" ? part.trim() : part);
  // A JSON value of only texts, switches and objects comes back in the shape in which it went.
  return JSON.parse(JSON.stringify(value, trim)) as Value;
}
