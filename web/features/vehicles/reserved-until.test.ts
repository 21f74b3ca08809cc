import { describe, expect, test } from "vitest";
import { reservedUntil } from "./reserved-until.ts";

describe("the text of a vehicle's reservation", () => {
  test.each([
    ["2026-11-24", "Apartado"],
    ["2026-11-25", "Apartado hasta el miércoles"],
    ["2026-11-28", "Apartado hasta el sábado"],
    ["2026-12-01", "Apartado hasta el martes"],
    ["2026-12-02", "Apartado hasta el 2 de diciembre"],
    ["2026-12-12", "Apartado hasta el 12 de diciembre"],
  ])("a customer reads about %s: %s", (day, words) => {
    expect(reservedUntil(day, "2026-11-25")).toBe(words);
  });
});
