import { foregroundOn } from "#web/ui/theme/accent.tsx";
import { contrast, parseHex, type Rgb, toRgb } from "#web/ui/theme/colour.ts";

const LIGHT_PAGE: Rgb = [255, 255, 255];
const DARK_PAGE: Rgb = toRgb([222, 42, 7]);
/** Below this a button's edge can hardly be seen on the page. */
const FAINT = 1.5;

/**
 * How a colour reads: the text that will stand on it, and whether it gets lost on a light or a dark
 * page.
 */
export function contrastHint(colour: string): string | null {
  const rgb = parseHex(colour);
  if (!rgb) return null;
  const text = foregroundOn(rgb);
  const tone = text[2] > 50 ? "blanco" : "oscuro";
  const ratio = contrast(rgb, toRgb(text)).toFixed(1);
  return `Encima irá texto ${tone}, con contraste ${ratio}:1.${lossHint(rgb)}`;
}

function lossHint(rgb: Rgb): string {
  if (contrast(rgb, LIGHT_PAGE) < FAINT) return " Casi no se distingue de un fondo claro.";
  if (contrast(rgb, DARK_PAGE) < FAINT) return " Casi no se distingue de un fondo oscuro.";
  return "";
}
