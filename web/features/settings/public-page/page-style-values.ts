import type { PageStyleSettings } from "#contract/settings.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";

/** What the form starts with; a short colour (#ABC) is written out, since a theme needs three bytes (spec section 5). */
export function pageStyleValues(profile: Pick<OwnProfile, "config">): PageStyleSettings {
  const style = configOf(profile).page_style;
  return {
    layout_style: style.layout_style,
    show_header_name: style.show_header_name,
    accent_color: threeBytes(style.accent_color),
    hero_background_color: threeBytes(style.hero_background_color),
    use_hero_image: style.use_hero_image,
    hero_image_url: style.hero_image_url,
  };
}

function threeBytes(colour: string): string {
  return colour.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3").toUpperCase();
}
