import { z } from "zod";
import { parseHex } from "#web/ui/theme/colour.ts";

const text = z.string().trim().min(1).optional().catch(undefined);

/** Three bytes of hexadecimal; anything else is ignored (product section 5). */
const colour = z
  .string()
  .refine((hex) => parseHex(hex) !== null)
  .optional()
  .catch(undefined);

const PublicConfig = z
  .object({
    profile: z
      .object({
        name: text,
        logo: text,
        tagline: text,
        location: text,
        location_url: text,
        phone: text,
        email: text,
        whatsapp: text,
        instagram: text,
        facebook: text,
        offers: text,
      })
      .catch({}),
    page_style: z
      .object({
        layout_style: z.enum(["centered", "classic"]).optional().catch(undefined),
        show_header_name: z.boolean().optional().catch(undefined),
        accent_color: colour,
        theme_color: text,
        hero_background_color: colour,
        hero_image_url: text,
        use_hero_image: z.boolean().optional().catch(undefined),
      })
      .catch({}),
  })
  .partial()
  .catch({});

/** The columns of a profile that a visitor may read. */
export const SELLER_COLUMNS = "id,full_name,role,public_slug,dealership_id,public_config";

/**
 * A seller as public pages show one. Takes a visitor's row of public.profiles; a field of its
 * config that is absent, hidden or malformed is left out, never an error.
 */
export const PublicSeller = z
  .object({
    id: z.guid(),
    full_name: z.string().nullable(),
    role: z.string(),
    public_slug: z.string().nullable(),
    dealership_id: z.guid().nullable(),
    public_config: PublicConfig.nullish(),
  })
  .transform(({ id, full_name, role, public_slug, dealership_id, public_config }) => {
    const { name, location_url, ...contact } = public_config?.profile ?? {};
    const style = public_config?.page_style ?? {};
    return {
      id,
      name: name ?? full_name?.trim() ?? "",
      role,
      slug: public_slug,
      dealershipId: dealership_id,
      layout: style.layout_style,
      showsName: style.show_header_name,
      accentColor: style.accent_color,
      themeColor: style.theme_color,
      heroColor: style.hero_background_color,
      usesHeroImage: style.use_hero_image,
      heroImage: style.use_hero_image === false ? undefined : webAddress(style.hero_image_url),
      locationUrl: webAddress(location_url),
      ...contact,
    };
  });
export type PublicSeller = z.output<typeof PublicSeller>;

function webAddress(address: string | undefined): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}
