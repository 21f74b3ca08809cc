import { describe, expect, test } from "vitest";
import { typedAmounts } from "./fixtures.ts";
import { formatPrice, priceAmount, priceIn } from "./price.ts";
import { Currency, formatMoney } from "./units.ts";

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
    ["15,00", "$15"],
    ["1,23,4", "1,23,4"],
    ["12,3456", "12,3456"],
    ["Oferta especial", "Oferta especial"],
    ["desde 15000", "desde 15000"],
    ["-5", "-5"],
    ["1e5", "1e5"],
    ["  ", "A consultar"],
    [null, "A consultar"],
  ])("a visitor sees the typed price %j as %s", (price, shown) => {
    expect(formatPrice(price, "USD")).toBe(shown);
  });
});

describe("priceAmount", () => {
  test.each([
    ["15000", 15_000],
    ["$15,000.50", 15_000.5],
    ["Infinity", null],
    ["A consultar", null],
    ["RD$ 850,000", 850_000],
    ["MX$250,000.50", 250_000.5],
    ["250,000 MXN", 250_000],
    ["COP 85.000.000", 85_000_000],
    ["Q 120,000", 120_000],
    ["15.000\u00a0€", 15_000],
    ["S/. 45 mil", 45_000],
    ["Bs.S 90.000", 90_000],
    ["15 000 €", 15_000],
    ["15\u00a0000,50\u00a0€", 15_000.5],
    ["€15.000", 15_000],
    ["15.000,00 €", 15_000],
    ["$ 25.000", 25_000],
    ["15 00", null],
    ["2019 350", null],
    ["12 000 / 15 000", null],
    ["Lote 5", null],
    ["$U", null],
    [null, null],
  ])("structured data gives the amount of %j as %s", (price, amount) => {
    expect(priceAmount(price)).toBe(amount);
  });

  test.each(typedAmounts)("the typed price %j means %s", (typed, amount) => {
    expect(priceAmount(typed)).toBe(amount);
  });
});

describe("a price in a dealership's currency", () => {
  test.each([
    ["850000", "DOP", "RD$850,000"],
    ["RD$ 850,000", "DOP", "RD$850,000"],
    ["$850,000", "DOP", "RD$850,000"],
    ["US$ 25,000", "DOP", "US$ 25,000"],
    ["$ 250,000 MXN", "MXN", "$250,000"],
    ["MX$ 250,000", "USD", "MX$ 250,000"],
    ["Q 120,000", "GTQ", "Q 120,000"],
    ["$15,000", "GTQ", "$15,000"],
    ["15000", "EUR", "15.000 €"],
    ["15.000,50 €", "EUR", "15.000,50 €"],
    ["15 000 €", "EUR", "15.000 €"],
    ["$ 25.000", "COP", "$ 25.000"],
    ["85000000", "COP", "$ 85.000.000"],
    ["Gs. 85.000.000", "PYG", "Gs. 85.000.000"],
    ["B/. 15,000", "PAB", "B/. 15,000"],
    [null, "EUR", "A consultar"],
  ] as const)("a visitor sees %j of a dealership in %s as %s", (price, currency, shown) => {
    expect(formatPrice(price, currency).replaceAll("\u00a0", " ")).toBe(shown);
  });

  test("a formatted price parses back to its amount", () => {
    for (const currency of Currency.options) {
      expect(priceIn(currency, formatMoney(1_234_567, currency)), currency).toBe(1_234_567);
    }
  });

  test("a price in another currency has no amount", () => {
    expect(priceIn("DOP", "US$ 25,000")).toBeNull();
    expect(priceIn("GTQ", "$25,000")).toBeNull();
    expect(priceIn("PAB", "$25,000")).toBe(25_000);
    expect(priceIn("MXN", "USD $ 350,50")).toBeNull();
    expect(priceIn("MXN", "$ 350,50 MXN")).toBe(350.5);
  });
});
