import type { MetaDescriptor } from "react-router";
import { defaultStyle } from "#contract/accounts/public-config.ts";
import { parseHex } from "#web/ui/theme/colour.ts";

/** URL of a public page's manifest. */
export function manifestPath(slug: string): string {
  return `/manifest/${slug}.webmanifest`;
}

/** Appearance of an installed page. */
type Appearance = {
  accent: string | undefined;
  /**
   * Returns the logo's URL cropped to a square of this many pixels; null without an uploaded logo.
   */
  logo: ((side: number) => string) | null;
};

/**
 * Head tags for installing a public page: its manifest, and what iOS reads from the page itself;
 * none for a page without a URL of its own. Without a logo iOS uses our icon.
 */
export function installMeta({
  slug,
  accent,
  logo,
}: Appearance & { slug: string | null | undefined }): MetaDescriptor[] {
  if (!slug) return [];
  return [
    { tagName: "link", rel: "manifest", href: manifestPath(slug) },
    ...(logo ? [{ tagName: "link", rel: "apple-touch-icon", href: logo(SIDES[0]) }] : []),
    { name: "theme-color", content: themeColor(accent) },
  ];
}

/** A page to install: its URL and appearance. */
type Installed = Appearance & {
  name: string;
  description: string | undefined;
  start: string;
};

/** Sizes of the square logos in pixels; widths that storage renders. */
const SIDES = [320, 640] as const;

const BACKGROUND = "#f9fafb";

const ownIcons = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
];

/** The web app manifest (W3C Web Application Manifest) of a storefront or a card. */
export function webManifest({ name, description, start, accent, logo }: Installed) {
  return {
    id: start,
    name,
    short_name: name.length > 24 ? `${name.slice(0, 23).trimEnd()}…` : name,
    ...(description ? { description } : {}),
    lang: "es",
    start_url: start,
    scope: "/",
    display: "standalone",
    background_color: BACKGROUND,
    theme_color: themeColor(accent),
    icons: logo
      ? SIDES.map((side) => ({
          src: logo(side),
          sizes: `${side}x${side}`,
          type: "image/jpeg",
          purpose: "any",
        }))
      : ownIcons,
  };
}

/** The accent color, or the platform's if missing or invalid. */
function themeColor(accent: string | undefined): string {
  return accent && parseHex(accent) ? accent : defaultStyle.accent_color;
}
