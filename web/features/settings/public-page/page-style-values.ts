import { ProfileConfig, vendedorLayout } from "#contract/accounts/profile-config.ts";
import { standardStyle } from "#contract/accounts/public-config.ts";
import type { PageStyleSettings } from "#contract/accounts/settings.ts";
import { parseHex } from "#web/ui/theme/colour.ts";
import { changesBetween, type Tree } from "../config-changes.ts";
import type { OwnProfile } from "../own-profile.ts";

type Styled = Pick<OwnProfile, "role" | "config" | "dealership">;

/**
 * What the form starts with; a colour that is none of three bytes (#ABC) is ignored
 * (docs/product/settings.md).
 */
export function pageStyleValues(profile: Styled): PageStyleSettings {
  const page_style = { ...inheritedStyle(profile), ...withoutNulls(profile.config?.page_style) };
  const style = ProfileConfig.parse({ page_style }).page_style;
  return {
    layout_style: style.layout_style,
    show_header_name: style.show_header_name,
    accent_color: threeBytes(style.accent_color, standardStyle.accent_color),
    hero_background_color: threeBytes(
      style.hero_background_color,
      standardStyle.hero_background_color,
    ),
    use_hero_image: style.use_hero_image,
    hero_image_url: style.hero_image_url,
  };
}

/**
 * What of page_style is to be written for these values: the changed leaves. One that equals what a
 * vendedor inherits is taken out of the config (null), so that it goes on following the dealership;
 * every other colour is stored, also the platform's default.
 */
export function styleChanges(profile: Styled, values: PageStyleSettings): Tree {
  const inherited: Tree = inheritedStyle(profile);
  const changes = changesBetween({ ...pageStyleValues(profile) }, values);
  const leaves = Object.entries(changes).map(([key, value]) => [
    key,
    value === inherited[key] ? null : value,
  ]);
  return Object.fromEntries(leaves);
}

/**
 * The colours of a vendedor's dealership that their page takes where they chose none; null without
 * a dealership that visitors see.
 */
export function dealershipColours({ role, dealership }: Styled) {
  if (role !== "vendedor" || !dealership?.is_active || !dealership.public_slug) return null;
  const { page_style } = ProfileConfig.parse(dealership.config ?? {});
  return {
    accent_color: threeBytes(page_style.accent_color, standardStyle.accent_color),
    hero_background_color: threeBytes(
      page_style.hero_background_color,
      standardStyle.hero_background_color,
    ),
  };
}

/** Whether the dealership's hero picture stands on a vendedor's page while these are its values. */
export function showsDealershipImage(profile: Styled, values: PageStyleSettings): boolean {
  const colours = dealershipColours(profile);
  if (!colours || values.hero_image_url !== "") return false;
  const { hero_image_url, use_hero_image } = ProfileConfig.parse(
    profile.dealership?.config ?? {},
  ).page_style;
  const followsColour = values.hero_background_color === colours.hero_background_color;
  return hero_image_url !== "" && use_hero_image && followsColour;
}

/**
 * The values of a page whose owner has stored none, as far as they differ from the defaults of
 * every page.
 */
function inheritedStyle(profile: Styled): Partial<PageStyleSettings> {
  if (profile.role !== "vendedor") return {};
  return { layout_style: vendedorLayout, ...dealershipColours(profile) };
}

function withoutNulls(style: Tree | null | undefined): Tree {
  const leaves = Object.entries(style ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(leaves);
}

function threeBytes(colour: string, standard: string): string {
  return (parseHex(colour) ? colour : standard).toUpperCase();
}
