import type { PageStyleSettings } from "#contract/accounts/settings.ts";
import { applyChanges } from "../config-changes.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { styleChanges } from "./page-style-values.ts";

const links = ["location", "phone", "email", "whatsapp", "instagram", "facebook"] as const;

/** A profile as visitors read it. */
export type VisitorRow = {
  id: string;
  full_name: string;
  role: string;
  public_slug: string | null;
  dealership_id: string | null;
  public_config: unknown;
};

/**
 * The row that visitors would read after saving this style: without hidden contact links, as the
 * database masks them, and with only the stored style values, because a salesperson's page inherits
 * the rest.
 */
export function visitorRow(profile: OwnProfile, style: PageStyleSettings): VisitorRow {
  const { profile: shown } = configOf(profile);
  const { contact_links_visibility: visible, ...page } = shown;
  const hidden = links.filter((link) => !visible[link]);
  const masked = Object.fromEntries(hidden.map((link) => [link, ""]));
  return {
    id: profile.id,
    full_name: profile.full_name ?? "",
    role: profile.role,
    public_slug: profile.public_slug ?? null,
    dealership_id: profile.dealership_id ?? null,
    public_config: {
      profile: { ...page, ...masked, ...(visible.location ? {} : { location_url: "" }) },
      page_style: applyChanges({ ...profile.config?.page_style }, styleChanges(profile, style)),
    },
  };
}
