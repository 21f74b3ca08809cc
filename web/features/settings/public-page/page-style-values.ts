import { defaultVendedorLayout, ProfileConfig } from "#contract/accounts/profile-config.ts";
import { defaultStyle } from "#contract/accounts/public-config.ts";
import type { PageStyleSettings } from "#contract/accounts/settings.ts";
import { parseHex } from "#web/ui/theme/colour.ts";
import { changesBetween, type JsonTree } from "../config-changes.ts";
import type { OwnProfile } from "../own-profile.ts";

type Styled = Pick<OwnProfile, "role" | "config" | "dealership">;

/** Initial form values; colors that are not #RRGGBB are ignored (docs/product/settings.md). */
export function pageStyleValues(profile: Styled): PageStyleSettings {
  const page_style = { ...inheritedStyle(profile), ...withoutNulls(profile.config?.page_style) };
  const style = ProfileConfig.parse({ page_style }).page_style;
  return {
    layout_style: style.layout_style,
    show_header_name: style.show_header_name,
    accent_color: threeBytes(style.accent_color, defaultStyle.accent_color),
    hero_background_color: threeBytes(
      style.hero_background_color,
      defaultStyle.hero_background_color,
    ),
    use_hero_image: style.use_hero_image,
    hero_image_url: style.hero_image_url,
  };
}

/**
 * The page_style leaves to write. A value equal to the inherited one is removed (null), so that a
 * salesperson keeps following the dealership; other colors are stored, even the platform's default.
 */
export function styleChanges(profile: Styled, values: PageStyleSettings): JsonTree {
  const inherited: JsonTree = inheritedStyle(profile);
  const changes = changesBetween({ ...pageStyleValues(profile) }, values);
  const leaves = Object.entries(changes).map(([key, value]) => [
    key,
    value === inherited[key] ? null : value,
  ]);
  return Object.fromEntries(leaves);
}

/**
 * Dealership colors that a salesperson's page inherits; null without a dealership that visitors
 * see.
 */
export function dealershipColors({ role, dealership }: Styled) {
  if (role !== "vendedor" || !dealership?.is_active || !dealership.public_slug) return null;
  const { page_style } = ProfileConfig.parse(dealership.config ?? {});
  return {
    accent_color: threeBytes(page_style.accent_color, defaultStyle.accent_color),
    hero_background_color: threeBytes(
      page_style.hero_background_color,
      defaultStyle.hero_background_color,
    ),
  };
}

/** Whether a salesperson's page with these values shows the dealership's hero picture. */
export function showsDealershipImage(profile: Styled, values: PageStyleSettings): boolean {
  const colours = dealershipColors(profile);
  if (!colours || values.hero_image_url !== "") return false;
  const { hero_image_url, use_hero_image } = ProfileConfig.parse(
    profile.dealership?.config ?? {},
  ).page_style;
  const followsColour = values.hero_background_color === colours.hero_background_color;
  return hero_image_url !== "" && use_hero_image && followsColour;
}

/** Inherited values that differ from the defaults. */
function inheritedStyle(profile: Styled): Partial<PageStyleSettings> {
  if (profile.role !== "vendedor") return {};
  return { layout_style: defaultVendedorLayout, ...dealershipColors(profile) };
}

function withoutNulls(style: JsonTree | null | undefined): JsonTree {
  const leaves = Object.entries(style ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(leaves);
}

function threeBytes(colour: string, standard: string): string {
  return (parseHex(colour) ? colour : standard).toUpperCase();
}
