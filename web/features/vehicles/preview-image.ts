import { imageRendition } from "./image-rendition.ts";
// The drawn picture as a JPEG, since link previews take no SVG.
import fallback from "./preview-fallback.jpg?no-inline";

/** The absolute 1200x630 JPEG that a link preview shows; its address changes with the cover. */
export function previewImage(cover: string | undefined, siteUrl: string): string {
  if (cover === undefined) return new URL(fallback, siteUrl).href;
  const options = { width: 1200, height: 630, resize: "cover", format: "jpeg" } as const;
  return new URL(imageRendition(cover, options), siteUrl).href;
}
