import type { MetaDescriptor } from "react-router";
import { parseHex } from "#web/ui/colour.ts";

/** Where the manifest of somebody's public page is. */
export function manifestPath(slug: string): string {
  return `/manifest/${slug}.webmanifest`;
}

/** What a public page's head says of it; nothing for a page without an address of its own. */
export function manifestMeta(slug: string | null | undefined): MetaDescriptor[] {
  return slug ? [{ tagName: "link", rel: "manifest", href: manifestPath(slug) }] : [];
}

/** Whose page a customer installs: the address that it opens at, and what it looks like. */
type Installed = {
  name: string;
  description: string | undefined;
  start: string;
  accent: string | undefined;
  /** Gives the address of the logo, cut to a square of so many pixels; null without one of ours. */
  logo: ((side: number) => string) | null;
};

const DEFAULT_THEME = "#FF6A00";
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
    theme_color: accent && parseHex(accent) ? accent : DEFAULT_THEME,
    icons: logo
      ? [320, 640].map((side) => ({
          src: logo(side),
          sizes: `${side}x${side}`,
          type: "image/jpeg",
          purpose: "any",
        }))
      : ownIcons,
  };
}
