/** What can be learned about an image file without decoding it. */
export type ImageLayout = {
  width: number;
  height: number;
  /** Segments that hold no pixels: comments, EXIF, XMP, text. */
  notes: Buffer[];
  /** Where the image ends; what follows is none of it. */
  end: number;
};
