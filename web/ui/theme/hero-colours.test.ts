import { expect, test } from "vitest";
import { heroColours } from "./hero-colours.ts";

test.each([
  ["#1E3A8A", "rgb(30 58 138)", "hsl(0 0% 100%)", "rgb(0 0 0"],
  ["#FFE08A", "rgb(255 224 138)", "hsl(222 47% 11%)", "rgb(255 255 255"],
  ["url(x)", "rgb(30 58 138)", "hsl(0 0% 100%)", "rgb(0 0 0"],
])(
  "a visitor can read a hero in %s, and its shade only adds contrast",
  (hex, background, color, shade) => {
    const colours = heroColours(hex);
    expect(colours).toMatchObject({ backgroundColor: background, color });
    expect(colours.backgroundImage).toContain(shade);
  },
);
