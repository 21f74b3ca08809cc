import { contrast, type Hsl, parseHex, type Rgb, toHsl, toRgb } from "./colour.ts";

/** An accent's CSS variables: HSL components, as app.css expects them. */
export type AccentVariables = Record<`--${string}`, string>;

const INK: Hsl = [222, 47, 11];
const PAPER: Hsl = [0, 0, 100];
const BLACK: Hsl = [0, 0, 0];
const LIGHT_SURFACE: Rgb = toRgb([220, 22, 95]);
const DARK_SURFACE: Rgb = toRgb([221, 28, 15]);
/** WCAG 2.2 AA requires 4.5 for text; the rest allows for rounding. */
const READABLE = 4.6;

/**
 * Derives app.css's variables from a seller's accent: the colour itself, ink or paper on it
 * (whichever has more contrast), its hover tone, and its text tones for light and dark surfaces.
 * Returns null unless it is #RRGGBB.
 */
export function accentVariables(accent: string): AccentVariables | null {
  const rgb = parseHex(accent);
  if (!rgb) return null;
  const primary = toHsl(rgb);
  const [hue, saturation, lightness] = primary;
  const foreground = foregroundOn(rgb);
  const hover: Hsl = [hue, saturation, clamp(lightness + (foreground === PAPER ? -6 : 6))];
  return {
    "--primary": components(primary),
    "--primary-foreground": components(foreground),
    "--primary-hover": components(hover),
    "--primary-ink-light": components(shiftUntilReadable(primary, LIGHT_SURFACE, -1)),
    "--primary-ink-dark": components(shiftUntilReadable(primary, DARK_SURFACE, 1)),
  };
}

/**
 * A style sheet that makes a seller's accent the page's primary colour, dialogs included; null for
 * an invalid colour. Contains only numbers from the input. The accent comes from
 * features/storefronts/storefront.ts, its default from `defaultStyle` in
 * contract/accounts/public-config.ts.
 */
export function accentCss(accent: string | null | undefined): string | null {
  const variables = accent ? accentVariables(accent) : null;
  if (!variables) return null;
  const declarations = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return `:root{${declarations.join(";")}}`;
}

/**
 * Makes a seller's accent the page's primary colour. Renders nothing for an invalid or missing
 * colour, which leaves the platform's accent. Public pages call accentCss in their loader instead,
 * to keep it out of the browser's bundle.
 */
export function AccentStyle({ accent }: { accent: string | null | undefined }) {
  const css = accentCss(accent);
  return css && <style>{css}</style>;
}

/** Ink, paper or black: the most readable text colour, with a contrast of at least 4.5 to 1. */
export function foregroundOn(colour: Rgb): Hsl {
  const better = contrast(colour, toRgb(INK)) >= contrast(colour, toRgb(PAPER)) ? INK : PAPER;
  return contrast(colour, toRgb(better)) >= 4.5 ? better : BLACK;
}

function shiftUntilReadable([hue, saturation, lightness]: Hsl, surface: Rgb, step: 1 | -1): Hsl {
  for (let tone = lightness; tone >= 0 && tone <= 100; tone += step) {
    const candidate: Hsl = [hue, saturation, tone];
    if (contrast(toRgb(candidate), surface) >= READABLE) return candidate;
  }
  return step === 1 ? PAPER : INK;
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

function components([hue, saturation, lightness]: Hsl): string {
  return `${round(hue)} ${round(saturation)}% ${round(lightness)}%`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
