/** No honest image has more segments without pixels; hundreds of thousands of empty ones would take everybody's time. */
export const mostNotes = 1_000;

/** What can be learned about an image file without decoding it. */
export type ImageLayout = {
  width: number;
  height: number;
  /** How many bytes of pixels a decoder has to keep until it has seen all of the file; 0 where they can be passed on line by line. */
  held: number;
  /** Segments that hold no pixels: comments, EXIF, XMP, text. */
  notes: Buffer[];
  /** Where the image ends; what follows is none of it. */
  end: number;
};
