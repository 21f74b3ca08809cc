import { expect, test } from "vitest";
import { heroPattern } from "./hero-pattern.ts";

test("a dealership's pattern is stable, and hardly any two are alike", () => {
  const slugs = Array.from({ length: 300 }, (_, index) => `autos-${index}`);
  const drawings = new Set(slugs.map((slug) => JSON.stringify(heroPattern(slug))));
  expect(drawings.size).toBeGreaterThan(295);
  expect(heroPattern("autos-1")).toEqual(heroPattern("autos-1"));
});
