import type { LinkDescriptor } from "react-router";

/** What a phone installs of the platform itself; a storefront has its own (web-manifest.ts). */
export const platformLinks: LinkDescriptor[] = [
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];
