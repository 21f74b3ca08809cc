/** The drawn picture for a vehicle without photos, or whose photo is missing. */
export const FALLBACK_IMAGE = "/vehicle-fallback.svg";

const PUBLIC_OBJECT = "/storage/v1/object/public/";
const RENDERED_OBJECT = "/storage/v1/render/image/public/";

/** Widths that the storage area keeps renditions of; asking for others would fill its cache. */
const RENDITION_WIDTHS = [320, 480, 640, 800, 1280, 1920] as const;

/** Those for a photo that is never wider than a phone. */
export const CARD_WIDTHS = RENDITION_WIDTHS.slice(0, 4);

type RenditionOptions = { width: number; height?: number; resize?: "cover"; format?: "jpeg" };

/**
 * The address of a resized photo. Takes a stored public URL; gives a same-origin path when the
 * photo lies in this site's storage, whatever host name it was uploaded under, and the URL itself
 * when it lies elsewhere.
 */
export function imageRendition(imageUrl: string, options: RenditionOptions): string {
  const path = storedPath(imageUrl);
  if (path === null) return imageUrl;
  const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return `${RENDERED_OBJECT}${path}?${query.join("&")}`;
}

/** `srcset` over the given widths, or undefined for a picture that has no renditions. */
export function imageSrcSet(
  imageUrl: string,
  widths: readonly number[] = RENDITION_WIDTHS,
): string | undefined {
  if (storedPath(imageUrl) === null) return undefined;
  return widths.map((width) => `${imageRendition(imageUrl, { width })} ${width}w`).join(", ");
}

/**
 * `sizes` for a photo that takes this part of the width of a phone. Nobody sees more than two pixels
 * to a point, so a phone with three is told a smaller photo: half of the bytes.
 */
export function sizesOnPhone(percent: number): string {
  return `(min-resolution: 2.5x) ${Math.round((percent * 2) / 3)}vw, ${percent}vw`;
}

/**
 * Where a photo lies in this site's storage, its bucket first; null for one that lies elsewhere.
 */
export function storedPath(imageUrl: string): string | null {
  const start = imageUrl.indexOf(PUBLIC_OBJECT);
  if (start === -1) return null;
  return imageUrl.slice(start + PUBLIC_OBJECT.length).replace(/[?#].*$/, "");
}

// The drawn picture as a JPEG, since link previews take no SVG.
import fallback from "./preview-fallback.jpg?no-inline";

/** The absolute 1200x630 JPEG that a link preview shows; its address changes with the cover. */
export function previewImage(cover: string | undefined, siteUrl: string): string {
  if (cover === undefined) return new URL(fallback, siteUrl).href;
  const options = { width: 1200, height: 630, resize: "cover", format: "jpeg" } as const;
  return new URL(imageRendition(cover, options), siteUrl).href;
}
