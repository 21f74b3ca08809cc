import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AccentStyle, accentVariables } from "./accent.tsx";
import { contrast, parseHex, type Rgb, toHsl, toRgb } from "./colour.ts";

function rgbOf(components: string | undefined): Rgb {
  const [hue = 0, saturation = 0, lightness = 0] = (components ?? "")
    .split(" ")
    .map(Number.parseFloat);
  return toRgb([hue, saturation, lightness]);
}

const accents = [
  "#FF6A00",
  "#1E3A8A",
  "#ffffff",
  "#000000",
  "#ffe600",
  "#7f7f7f",
  "#00a3ff",
  "#c0ffee",
];

describe("a seller's accent colour", () => {
  it("is converted to the HSL components of the same colour", () => {
    expect(accentVariables("#FF6A00")?.["--primary"]).toBe("24.94 100% 50%");
    expect(accentVariables("#1e3a8a")?.["--primary"]).toBe("224.44 64.29% 32.94%");
  });

  it.each(accents)("%s survives the conversion to HSL and back", (accent) => {
    const rgb = parseHex(accent);
    expect(rgb).not.toBeNull();
    expect(toRgb(toHsl(rgb ?? [0, 0, 0])).map(Math.round)).toEqual(rgb);
  });

  it.each(accents)("%s gets a foreground with AA contrast", (accent) => {
    const variables = accentVariables(accent);
    const ratio = contrast(
      rgbOf(variables?.["--primary"]),
      rgbOf(variables?.["--primary-foreground"]),
    );
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });

  it.each(accents)("%s gets text tones with AA contrast on light and dark surfaces", (accent) => {
    const variables = accentVariables(accent);
    expect(
      contrast(rgbOf(variables?.["--primary-ink-light"]), toRgb([220, 22, 95])),
    ).toBeGreaterThan(4.5);
    expect(
      contrast(rgbOf(variables?.["--primary-ink-dark"]), toRgb([221, 28, 15])),
    ).toBeGreaterThan(4.5);
  });

  it.each(["", "red", "#fff", "#12345g", "#1234567", "url(x)", "#ff6a00;}"])(
    "%j is rejected, and the page keeps the default",
    (accent) => {
      expect(accentVariables(accent)).toBeNull();
      expect(renderToStaticMarkup(<AccentStyle accent={accent} />)).toBe("");
    },
  );

  it("is rendered as a style of the root element", () => {
    expect(renderToStaticMarkup(<AccentStyle accent="#00a3ff" />)).toContain(
      ":root{--primary:201.65 100% 50%",
    );
  });
});
