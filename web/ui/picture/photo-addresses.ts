/** The placeholder for a vehicle without photos or with a missing file. */
export const FALLBACK_IMAGE = "/vehicle-fallback.svg";

const PUBLIC_OBJECT = "/storage/v1/object/public/";
const RENDERED_OBJECT = "/storage/v1/render/image/public/";

/** Widths of cached renditions in storage; other widths would fill its cache. */
const RENDITION_WIDTHS = [320, 480, 640, 800, 1280, 1920] as const;

/** For a photo that is never wider than a phone. */
export const CARD_WIDTHS = RENDITION_WIDTHS.slice(0, 4);

type RenditionOptions = { width: number; height?: number; resize?: "cover"; format?: "jpeg" };

/**
 * The URL of a resized photo. Takes a stored public URL. Returns a same-origin path when the photo
 * is in this site's storage, whatever host it was uploaded under, else the URL itself.
 */
export function imageRendition(imageUrl: string, options: RenditionOptions): string {
  const path = storedPath(imageUrl);
  if (path === null) return imageUrl;
  const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return `${RENDERED_OBJECT}${path}?${query.join("&")}`;
}

/** `srcset` over the given widths; undefined for a picture without renditions. */
export function imageSrcSet(
  imageUrl: string,
  widths: readonly number[] = RENDITION_WIDTHS,
): string | undefined {
  if (storedPath(imageUrl) === null) return undefined;
  return widths.map((width) => `${imageRendition(imageUrl, { width })} ${width}w`).join(", ");
}

/**
 * `sizes` for a photo that takes `percent` of a phone's width. More than two pixels per point are
 * invisible, so a phone with three gets a smaller photo: half the bytes.
 */
export function sizesOnPhone(percent: number): string {
  return `(min-resolution: 2.5x) ${Math.round((percent * 2) / 3)}vw, ${percent}vw`;
}

/** A photo's path in this site's storage, bucket first; null for one elsewhere. */
export function storedPath(imageUrl: string): string | null {
  const start = imageUrl.indexOf(PUBLIC_OBJECT);
  if (start === -1) return null;
  return imageUrl.slice(start + PUBLIC_OBJECT.length).replace(/[?#].*$/, "");
}

// A JPEG of the placeholder, since link previews do not support SVG.
import fallback from "./preview-fallback.jpg?no-inline";

/** The absolute URL of the 1200x630 JPEG for a link preview; changes with the cover. */
export function previewImage(cover: string | undefined, siteUrl: string): string {
  if (cover === undefined) return new URL(fallback, siteUrl).href;
  const options = { width: 1200, height: 630, resize: "cover", format: "jpeg" } as const;
  return new URL(imageRendition(cover, options), siteUrl).href;
}
