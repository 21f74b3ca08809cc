import { encode } from "uqr";

/** A QR code as an SVG path in a square of `size` units, including the margin. */
export type QrPath = { size: number; path: string };

const MARGIN = 4;

/**
 * Renders a QR code, one stroke per run of dark modules. For loaders. Uses the lowest error
 * correction, because nothing covers it on paper, so that modules are larger and bytes fewer. The
 * mask is fixed, because trying all eight takes a millisecond per rendered page.
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
