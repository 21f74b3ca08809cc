import { encode } from "uqr";

/** A QR code as the data of one SVG path in a square of so many units, margin included. */
export type QrPath = { size: number; path: string };

const MARGIN = 4;

/**
 * Draws a text's QR code, a stroke for each run of dark modules. For loaders. Nothing lies over it
 * on paper, so it spends nothing on correction: its modules are larger and its bytes fewer. The
 * mask is given, since to try all eight takes a millisecond of each page that is made anew.
 */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: "L", maskPattern: 2, border: MARGIN });
  const strokes = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}`),
  );
  return { size, path: strokes.join("") };
}
