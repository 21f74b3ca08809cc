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
  let path = "";
  for (const [y, row] of data.entries()) {
    let from = row.indexOf(true);
    while (from !== -1) {
      const end = row.indexOf(false, from);
      path += `M${from} ${y}h${end - from}`;
      from = row.indexOf(true, end);
    }
  }
  return { size, path };
}
