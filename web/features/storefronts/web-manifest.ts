import type { MetaDescriptor } from "react-router";
import { standardStyle } from "#contract/accounts/public-config.ts";
import { parseHex } from "#web/ui/theme/colour.ts";

/** Where the manifest of somebody's public page is. */
export function manifestPath(slug: string): string {
  return `/manifest/${slug}.webmanifest`;
}

/** What an installed page looks like. */
type Look = {
  accent: string | undefined;
  /** Gives the address of the logo, cut to a square of so many pixels; null without one of ours. */
  logo: ((side: number) => string) | null;
};

/**
 * What a public page's head says to whoever installs it: its manifest, and what iOS takes from the
 * page itself; nothing for a page without an address of its own. Without a logo iOS finds our icon.
 */
export function installMeta({
  slug,
  accent,
  logo,
}: Look & { slug: string | null | undefined }): MetaDescriptor[] {
  if (!slug) return [];
  return [
    { tagName: "link", rel: "manifest", href: manifestPath(slug) },
    ...(logo ? [{ tagName: "link", rel: "apple-touch-icon", href: logo(SIDES[0]) }] : []),
    { name: "theme-color", content: themeColour(accent) },
  ];
}

/** Whose page a customer installs: the address that it opens at, and what it looks like. */
type Installed = Look & {
  name: string;
  description: string | undefined;
  start: string;
};

/** The sides of the square logos, in pixels; widths of which storage keeps renditions. */
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
    theme_color: themeColour(accent),
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

/** An accent of three bytes; the platform's own for none, and for what is no such colour. */
function themeColour(accent: string | undefined): string {
  return accent && parseHex(accent) ? accent : standardStyle.accent_color;
}
