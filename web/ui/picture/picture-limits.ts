/** How large a picture may leave the browser (product section 9), and in which format. */
export type PictureLimits = {
  maxSizeMB: number;
  /** Longest side, in pixels. */
  maxWidthOrHeight: number;
  /** JPEG is smaller; PNG keeps what is transparent. */
  fileType: "image/jpeg" | "image/png";
};
