/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Hue in degrees, saturation and lightness in percent. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

const HEX = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Parses #RRGGBB; null for anything else (docs/product/settings.md). */
export function parseHex(text: string): Rgb | null {
  const match = HEX.exec(text.trim());
  if (!match) return null;
  const [, red = "", green = "", blue = ""] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export function toHsl([red, green, blue]: Rgb): Hsl {
  const r = red / 255;
  const g = green / 255;
  const b = blue / 255;
  const high = Math.max(r, g, b);
  const spread = high - Math.min(r, g, b);
  const lightness = high - spread / 2;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  return [hueOf(r, g, b, high, spread), saturation * 100, lightness * 100];
}

function hueOf(r: number, g: number, b: number, high: number, spread: number): number {
  if (spread === 0) return 0;
  if (high === r) return (((g - b) / spread + 6) % 6) * 60;
  if (high === g) return ((b - r) / spread + 2) * 60;
  return ((r - g) / spread + 4) * 60;
}

export function toRgb([hue, saturation, lightness]: Hsl): Rgb {
  const s = saturation / 100;
  const l = lightness / 100;
  const reach = s * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (l - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** WCAG 2.2 contrast ratio: 1 (none) to 21 (black on white). */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
