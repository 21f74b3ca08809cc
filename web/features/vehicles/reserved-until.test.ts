import { describe, expect, test } from "vitest";
import { reservedUntil } from "./reserved-until.ts";

describe("until when a vehicle is reserved", () => {
  const now = new Date("2026-11-25T15:00:00Z");
  test.each([
    ["2026-11-24", "Apartado"],
    ["2026-11-25", "Apartado hasta el miércoles"],
    ["2026-11-28", "Apartado hasta el sábado"],
    ["2026-12-12", "Apartado hasta el 12 de diciembre"],
  ])("%s is said as a dealer says it", (day, words) => {
    expect(reservedUntil(day, now)).toBe(words);
  });
});
