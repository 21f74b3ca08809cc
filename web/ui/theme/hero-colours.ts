import { foregroundOn } from "./accent.tsx";
import { parseHex, type Rgb } from "./colour.ts";

/** In place of a colour that cannot be read: the platform's own (docs/product/settings.md). */
const DEFAULT_HERO_RGB: Rgb = [30, 58, 138];

/**
 * The colours of a hero, as CSS: background, the words on it, and a shade towards the edges. Built
 * of numbers only.
 */
export type HeroColours = { backgroundColor: string; color: string; backgroundImage: string };

/**
 * Takes the hero's colour in hexadecimal; gives it with the text colour that reads best on it, and
 * a shade that only adds to their contrast. Loaders call it, so that browsers need no code for it.
 */
export function heroColours(colour: string): HeroColours {
  const background = parseHex(colour) ?? DEFAULT_HERO_RGB;
  const [hue, saturation, lightness] = foregroundOn(background);
  const shade = lightness > 50 ? "rgb(0 0 0 / 0.32)" : "rgb(255 255 255 / 0.32)";
  return {
    backgroundColor: `rgb(${background.join(" ")})`,
    color: `hsl(${hue} ${saturation}% ${lightness}%)`,
    backgroundImage: `radial-gradient(120% 140% at 75% -20%, transparent 35%, ${shade})`,
  };
}
