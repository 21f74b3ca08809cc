import type { LinkDescriptor } from "react-router";

/** The platform's own app manifest and icons; a storefront has its own (web-manifest.ts). */
export const platformLinks: LinkDescriptor[] = [
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];
