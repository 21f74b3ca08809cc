import { z } from "zod";

/**
 * What stands below a dealership's name when it wrote nothing (product section 2, Dealership
 * landing).
 */
const DEFAULT_TAGLINE = "Tu concesionario de confianza.";
/**
 * What a custom button says when its dealership wrote nothing (product section 2, Dealership
 * inventory).
 */
const DEFAULT_BUTTON_TEXT = "Más Información";

const text = z.string().trim().min(1).optional().catch(undefined);
const webAddress = z
  .string()
  .regex(/^https?:\/\//i)
  .optional()
  .catch(undefined);
/** Three bytes of hexadecimal; anything else is ignored (product section 5). */
const colour = (standard: string) =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .catch(standard);

const CustomButton = z
  .object({
    enabled: z.literal(true),
    url: z.string().regex(/^https?:\/\//i),
    text: z.string().trim().min(1).catch(DEFAULT_BUTTON_TEXT),
  })
  .transform((button) => ({ url: button.url, text: button.text }))
  .nullable()
  .catch(null);

const Contact = z.object({
  location: text,
  location_url: webAddress,
  phone: text,
  email: text,
  whatsapp: text,
  instagram: text,
  facebook: text,
});

const Profile = Contact.extend({
  name: text,
  logo: webAddress,
  tagline: text,
  slogan: text,
  offers: text,
  custom_button: CustomButton.default(null),
});

const PageStyle = z.object({
  layout_style: z.enum(["centered", "classic"]).catch("centered"),
  accent_color: colour("#FF6A00"),
  hero_background_color: colour("#1E3A8A"),
  hero_image_url: webAddress,
  use_hero_image: z.boolean().catch(true),
  show_header_name: z.boolean().catch(true),
});

const PublicConfig = z.object({
  profile: Profile.catch(() => Profile.parse({})),
  page_style: PageStyle.catch(() => PageStyle.parse({})),
});

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
    public_config: PublicConfig.catch(() => PublicConfig.parse({})),
  })
  .transform(({ id, full_name, public_slug, public_config }) => {
    const { profile, page_style } = public_config;
    const { location_url, ...contact } = Contact.parse(profile);
    return {
      id,
      slug: public_slug,
      name: profile.name ?? full_name?.trim() ?? "",
      logo: profile.logo,
      tagline: profile.tagline ?? DEFAULT_TAGLINE,
      slogan: profile.slogan,
      /** Free text with the dealership's own line breaks. */
      offers: profile.offers,
      customButton: profile.custom_button,
      contact: { ...contact, locationUrl: location_url },
      style: {
        layout: page_style.layout_style,
        accentColour: page_style.accent_color,
        heroColour: page_style.hero_background_color,
        heroImage: page_style.use_hero_image ? page_style.hero_image_url : undefined,
        showName: page_style.show_header_name,
      },
    };
  });
export type Storefront = z.output<typeof Storefront>;
