import { z } from "zod";
import { PublicConfig, standardStyle } from "#contract/accounts/public-config.ts";
import { unitsOf } from "#contract/units.ts";

/** What stands below a dealership's name when it wrote nothing (docs/product/storefront.md). */
const DEFAULT_TAGLINE = "Tu concesionario de confianza.";
/** The columns of a profile that a storefront is made of, all of them readable by visitors. */
export const STOREFRONT_COLUMNS = "id,full_name,public_slug,public_config";

/**
 * What a public page shows of its owner. Takes a visitor's row of public.profiles, whose hidden
 * contact links the database has left out; a field that is absent or malformed gets its default or
 * stays undefined, never an error.
 */
export const Storefront = z
  .object({
    id: z.guid(),
    full_name: z.string().nullish(),
    public_slug: z.string(),
    public_config: PublicConfig,
  })
  .transform(({ id, full_name, public_slug, public_config }) => {
    const { profile, page_style } = public_config;
    const { location, phone, email, whatsapp, instagram, facebook } = profile;
    return {
      id,
      slug: public_slug,
      name: profile.name ?? full_name?.trim() ?? "",
      logo: profile.logo,
      tagline: profile.tagline ?? DEFAULT_TAGLINE,
      slogan: profile.slogan,
      /** Free text with the dealership's own line breaks. */
      offers: profile.offers,
      hours: profile.hours,
      units: unitsOf(profile),
      customButton: profile.custom_button ?? null,
      contact: {
        ...{ location, phone, email, whatsapp, instagram, facebook },
        locationUrl: profile.location_url,
      },
      style: {
        layout: page_style.layout_style ?? standardStyle.layout_style,
        accentColour: page_style.accent_color ?? standardStyle.accent_color,
        heroColour: page_style.hero_background_color ?? standardStyle.hero_background_color,
        heroImage: page_style.use_hero_image === false ? undefined : page_style.hero_image_url,
        showName: page_style.show_header_name ?? standardStyle.show_header_name,
      },
    };
  });
export type Storefront = z.output<typeof Storefront>;
