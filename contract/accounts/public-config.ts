import { z } from "zod";
import { Country } from "../text/country.ts";
import { Currency, DistanceUnit } from "../units.ts";
import { hasOpeningHours, OpeningHours } from "./opening-hours.ts";

/** Page style defaults (docs/product/settings.md). */
export const defaultStyle = {
  layout_style: "centered",
  accent_color: "#FF6A00",
  hero_background_color: "#1E3A8A",
  use_hero_image: true,
  show_header_name: true,
} as const;

/** The custom button's default text. */
export const defaultButtonText = "Más Información";

const text = lenient(z.string().trim().min(1));
const webAddress = lenient(z.string().regex(/^https?:\/\//i));
/** #RRGGBB; anything else is ignored. */
const colour = lenient(z.string().regex(/^#[0-9a-f]{6}$/i));

const CustomButton = z
  .object({
    enabled: z.literal(true),
    url: z.string().regex(/^https?:\/\//i),
    text: z.string().trim().min(1).catch(defaultButtonText),
  })
  .transform((button) => ({ url: button.url, text: button.text }));

const Profile = z.object({
  name: text,
  logo: webAddress,
  tagline: text,
  slogan: text,
  offers: text,
  hours: lenient(OpeningHours.refine(hasOpeningHours)),
  currency: lenient(Currency),
  distance: lenient(DistanceUnit),
  country: lenient(Country.min(1)),
  location: text,
  location_url: webAddress,
  phone: text,
  email: text,
  whatsapp: text,
  instagram: text,
  facebook: text,
  custom_button: lenient(CustomButton),
});

const PageStyle = z.object({
  layout_style: lenient(z.enum(["centered", "classic"])),
  accent_color: colour,
  hero_background_color: colour,
  hero_image_url: webAddress,
  use_hero_image: lenient(z.boolean()),
  show_header_name: lenient(z.boolean()),
  theme_color: text,
});

const noProfile = () => Profile.parse({});
const noStyle = () => PageStyle.parse({});

/**
 * profiles.public_config: the part of a profile's config that visitors can read. Never fails:
 * missing, hidden and malformed values, null included, are dropped.
 */
export const PublicConfig = z
  .object({ profile: Profile.catch(noProfile), page_style: PageStyle.catch(noStyle) })
  .catch(() => ({ profile: noProfile(), page_style: noStyle() }));

function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}
