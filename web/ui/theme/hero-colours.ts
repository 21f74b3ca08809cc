import { foregroundOn } from "./accent.tsx";
import { parseHex, type Rgb } from "./colour.ts";

/** The platform's colour, for one that cannot be parsed (docs/product/settings.md). */
const DEFAULT_HERO_RGB: Rgb = [30, 58, 138];

/**
 * A hero's CSS colours: background, text, and a shade towards the edges. Contains only numbers from
 * the input.
 */
export type HeroColours = { backgroundColor: string; color: string; backgroundImage: string };

/**
 * Derives a hero's colours from its hexadecimal background: the most readable text colour, and a
 * shade that only adds contrast. Called in loaders, to keep it out of the browser's bundle.
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
