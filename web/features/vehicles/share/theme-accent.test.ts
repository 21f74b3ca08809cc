import { expect, test } from "vitest";
import { themeAccent } from "./theme-accent.ts";

test.each([
  [undefined, "#DC2626"],
  ["", "#DC2626"],
  ["red", "#DC2626"],
  ["constructor", "#DC2626"],
  ["url(x)", "#DC2626"],
  ["Blue", "#2563EB"],
  ["#0b7a4b", "#0b7a4b"],
  ["#0B7", "#DC2626"],
])("a visitor of a shared selection with the seller's theme %j sees %s", (theme, accent) => {
  expect(themeAccent(theme)).toBe(accent);
});
