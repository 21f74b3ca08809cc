/** How large a picture may leave the browser (docs/product/photos.md), and in which format. */
export type PictureLimits = {
  maxSizeMB: number;
  /** Longest side, in pixels. */
  maxWidthOrHeight: number;
  /** JPEG is smaller; PNG keeps what is transparent. */
  fileType: "image/jpeg" | "image/png";
};

/**
 * The largest photo, or picture at the top of a page, that the browser uploads. The limits of the
 * storage for other clients are in backend/src/limits.ts.
 */
export const LARGE_PICTURE = { maxSizeMB: 1, maxWidthOrHeight: 1920 };

/** The same of a logo. */
export const SMALL_PICTURE = { maxSizeMB: 0.5, maxWidthOrHeight: 800 };

/** The large one in words. */
export const LARGE_PICTURE_SIZE = `${LARGE_PICTURE.maxSizeMB} MB y ${LARGE_PICTURE.maxWidthOrHeight} px`;
