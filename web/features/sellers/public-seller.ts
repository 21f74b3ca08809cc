import { z } from "zod";
import { PublicConfig } from "#contract/accounts/public-config.ts";
import { unitsOf } from "#contract/units.ts";

/** Profile columns that visitors may read. */
export const SELLER_COLUMNS = "id,full_name,role,public_slug,dealership_id,public_config";

/**
 * A seller on public pages, parsed from a visitor's row of public.profiles. Missing, hidden or
 * malformed config fields are dropped, never an error.
 */
export const PublicSeller = z
  .object({
    id: z.guid(),
    full_name: z.string().nullable(),
    role: z.string(),
    public_slug: z.string().nullable(),
    dealership_id: z.guid().nullable(),
    public_config: PublicConfig,
  })
  .transform(({ id, full_name, role, public_slug, dealership_id, public_config }) => {
    const { profile, page_style: style } = public_config;
    const { logo, tagline, offers, location, phone, email, whatsapp, instagram, facebook } =
      profile;
    return {
      id,
      name: profile.name ?? full_name?.trim() ?? "",
      role,
      slug: public_slug,
      dealershipId: dealership_id,
      layout: style.layout_style,
      showsName: style.show_header_name,
      accentColor: style.accent_color,
      themeColor: style.theme_color,
      heroColor: style.hero_background_color,
      usesHeroImage: style.use_hero_image,
      heroImage: style.use_hero_image === false ? undefined : style.hero_image_url,
      locationUrl: profile.location_url,
      hours: profile.hours,
      units: unitsOf(profile),
      country: profile.country,
      ...{ logo, tagline, offers, location, phone, email, whatsapp, instagram, facebook },
    };
  });
export type PublicSeller = z.output<typeof PublicSeller>;
