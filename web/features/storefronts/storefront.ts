import { z } from "zod";
import { defaultStyle, PublicConfig } from "#contract/accounts/public-config.ts";
import { unitsOf } from "#contract/units.ts";

/** Default tagline (docs/product/storefront.md). */
const DEFAULT_TAGLINE = "Tu concesionario de confianza.";
/** Profile columns of a storefront, all readable by visitors. */
export const STOREFRONT_COLUMNS = "id,full_name,public_slug,public_config";

/**
 * The public page of a dealership, parsed from a visitor's row of public.profiles, in which the
 * database has removed hidden contact links. Missing or malformed fields get defaults or stay
 * undefined, never an error.
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
      /** Free text with line breaks. */
      offers: profile.offers,
      hours: profile.hours,
      units: unitsOf(profile),
      customButton: profile.custom_button ?? null,
      contact: {
        ...{ location, phone, email, whatsapp, instagram, facebook },
        locationUrl: profile.location_url,
      },
      style: {
        layout: page_style.layout_style ?? defaultStyle.layout_style,
        accentColour: page_style.accent_color ?? defaultStyle.accent_color,
        heroColour: page_style.hero_background_color ?? defaultStyle.hero_background_color,
        heroImage: page_style.use_hero_image === false ? undefined : page_style.hero_image_url,
        showName: page_style.show_header_name ?? defaultStyle.show_header_name,
      },
    };
  });
export type Storefront = z.output<typeof Storefront>;
