import { describe, expect, test } from "vitest";
import { priceAmount } from "#contract/price-amount.ts";
import { formatPrice } from "./format-vehicle.ts";
import { reservedUntil } from "./reserved-until.ts";

describe("formatPrice", () => {
  test.each([
    ["15000", "$15,000"],
    ["$15,000", "$15,000"],
    ["15,000.50", "$15,000.50"],
    ["US$ 9,900", "$9,900"],
    ["1000000", "$1,000,000"],
    ["0", "$0"],
    ["$15.000", "$15,000"],
    ["1.250.000,50", "$1,250,000.50"],
    ["15 mil", "$15,000"],
    ["15,5k", "$15,500"],
    ["15.00.000", "15.00.000"],
    ["15 mil al mes", "15 mil al mes"],
    ["15,00", "15,00"],
    ["Oferta especial", "Oferta especial"],
    ["desde 15000", "desde 15000"],
    ["-5", "-5"],
    ["1e5", "1e5"],
    ["  ", "A consultar"],
    [null, "A consultar"],
  ])("a visitor reads the typed price %j as %s", (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });
});

describe("priceAmount", () => {
  test.each([
    ["15000", 15_000],
    ["$15,000.50", 15_000.5],
    ["Infinity", null],
    ["A consultar", null],
    [null, null],
  ])("a robot gets the amount of %j as %s", (price, amount) => {
    expect(priceAmount(price)).toBe(amount);
  });
});

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
