import { imageRendition } from "./image-rendition.ts";

/** The JPEG of the drawn picture for link previews, which take no SVG. */
const FALLBACK_PREVIEW = "/og-fallback.jpg";

/** The absolute 1200x630 JPEG that a link preview shows; its address changes with the cover. */
export function previewImage(cover: string | undefined, siteUrl: string): string {
  if (cover === undefined) return new URL(FALLBACK_PREVIEW, siteUrl).href;
  const options = { width: 1200, height: 630, resize: "cover", format: "jpeg" } as const;
  return new URL(imageRendition(cover, options), siteUrl).href;
}
