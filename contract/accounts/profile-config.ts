import { z } from "zod";
import { Country } from "../text/country.ts";
import { asciiEmail } from "../text/email-address.ts";
import { line, paragraphs } from "../text/field-inputs.ts";
import { Currency, DistanceUnit, defaultUnits } from "../units.ts";
import { OpeningHours } from "./opening-hours.ts";
import { defaultButtonText, defaultStyle } from "./public-config.ts";

const webAddress = /^https?:\/\/[^\s\p{Cc}<>"'\\]+$/iu;
const handle = /^@?[\p{L}\p{N}][\p{L}\p{N}._/?=&-]{0,199}$/u;
const hexColour = /^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$/;

/**
 * An absolute http or https URL, or "". The database applies the same rule (check
 * profiles_config_urls).
 */
const WebUrl = z
  .string()
  .max(2000, { error: "La dirección es demasiado larga." })
  .refine((text) => text === "" || webAddress.test(text), {
    error: "Escribe una dirección que empiece por https://",
  });

/** A URL, a handle or a host without a scheme (@autos, instagram.com/autos), or "". */
const SocialLink = z
  .string()
  .max(2000, { error: "La dirección es demasiado larga." })
  .refine((text) => text === "" || webAddress.test(text) || handle.test(text), {
    error: "Escribe el nombre de usuario o una dirección que empiece por https://",
  });

/**
 * The layout_style of a vendedor's page that has none stored. These pages never had the centered
 * default, so they keep their look until the owner chooses another.
 */
export const defaultVendedorLayout = "classic";

/** #RGB or #RRGGBB. */
const HexColour = z.string().regex(hexColour, { error: "Elige un color." });

/** Which contact links are visible; all by default (docs/product/settings.md). */
const ContactLinksVisibility = z.object({
  location: orDefault(z.boolean(), true),
  phone: orDefault(z.boolean(), true),
  email: orDefault(z.boolean(), true),
  whatsapp: orDefault(z.boolean(), true),
  instagram: orDefault(z.boolean(), true),
  facebook: orDefault(z.boolean(), true),
});

const CustomButton = z.object({
  enabled: orDefault(z.boolean(), false),
  url: orDefault(WebUrl, ""),
  text: orDefault(text(80), defaultButtonText),
});

const PublicProfile = z.object({
  name: orDefault(text(120), ""),
  logo: orDefault(WebUrl, ""),
  location: orDefault(text(300), ""),
  location_url: orDefault(WebUrl, ""),
  phone: orDefault(text(40), ""),
  email: orDefault(text(254).overwrite(asciiEmail), ""),
  whatsapp: orDefault(text(40), ""),
  instagram: orDefault(SocialLink, ""),
  facebook: orDefault(SocialLink, ""),
  tagline: orDefault(text(300), ""),
  slogan: orDefault(text(300), ""),
  offers: orDefault(paragraphs().max(5000, { error: "Usa como máximo 5000 caracteres." }), ""),
  currency: orDefault(Currency, defaultUnits.currency),
  distance: orDefault(DistanceUnit, defaultUnits.distance),
  country: orDefault(Country, ""),
  hours: orDefault(OpeningHours, OpeningHours.parse({})),
  custom_button: orDefault(CustomButton, CustomButton.parse({})),
  contact_links_visibility: orDefault(ContactLinksVisibility, ContactLinksVisibility.parse({})),
});

const PageStyle = z.object({
  layout_style: orDefault(z.enum(["centered", "classic"]), defaultStyle.layout_style),
  accent_color: orDefault(HexColour, defaultStyle.accent_color),
  hero_background_color: orDefault(HexColour, defaultStyle.hero_background_color),
  hero_image_url: orDefault(WebUrl, ""),
  use_hero_image: orDefault(z.boolean(), defaultStyle.use_hero_image),
  show_header_name: orDefault(z.boolean(), defaultStyle.show_header_name),
  theme_color: orDefault(
    z.string().regex(/^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{1,20})$/, {
      error: "Elige un color.",
    }),
    "red",
  ),
});

const Features = z.object({
  canAddVehicles: orDefault(z.boolean(), true),
  canEditPublicPage: orDefault(z.boolean(), true),
});

/**
 * profiles.config with its defaults. Also parses the masked public_config, where hidden links and
 * features are missing and come out as defaults. Unknown keys are dropped: merge before saving.
 */
export const ProfileConfig = z.object({
  profile: orDefault(PublicProfile, PublicProfile.parse({})),
  page_style: orDefault(PageStyle, PageStyle.parse({})),
  features: orDefault(Features, Features.parse({})),
});
export type ProfileConfig = z.output<typeof ProfileConfig>;

function text(longest: number) {
  return line().max(longest, { error: `Usa como máximo ${longest} caracteres.` });
}

function orDefault<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  return schema.nullish().transform((found) => found ?? value);
}
