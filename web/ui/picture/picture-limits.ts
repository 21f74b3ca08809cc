/** The size and format of an uploaded picture (docs/product/photos.md). */
export type PictureLimits = {
  maxSizeMB: number;
  /** The longer side, in pixels. */
  maxWidthOrHeight: number;
  /** JPEG is smaller; PNG keeps transparency. */
  fileType: "image/jpeg" | "image/png";
};

/**
 * Limits of an uploaded photo or header picture. The storage's limits for other clients are in
 * backend/src/limits.ts.
 */
export const LARGE_PICTURE = { maxSizeMB: 1, maxWidthOrHeight: 1920 };

/** Limits of an uploaded logo. */
export const SMALL_PICTURE = { maxSizeMB: 0.5, maxWidthOrHeight: 800 };

/** For messages. */
export const LARGE_PICTURE_SIZE = `${LARGE_PICTURE.maxSizeMB} MB y ${LARGE_PICTURE.maxWidthOrHeight} px`;
