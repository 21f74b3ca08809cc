import { describe, expect, onTestFinished, test, vi } from "vitest";
import { priceAmount } from "./price.ts";
import {
  Currency,
  currencyName,
  currencySign,
  defaultUnits,
  formatAmountInput,
  formatCompactMoney,
  formatDistance,
  formatInteger,
  formatMoney,
  moneyFormat,
  unitsOf,
} from "./units.ts";

/** A locale for each currency. */
const countries = {
  USD: "es-US",
  MXN: "es-MX",
  EUR: "es-ES",
  ARS: "es-AR",
  BOB: "es-BO",
  BRL: "pt-BR",
  CLP: "es-CL",
  COP: "es-CO",
  CRC: "es-CR",
  DOP: "es-DO",
  GTQ: "es-GT",
  HNL: "es-HN",
  NIO: "es-NI",
  PAB: "es-PA",
  PEN: "es-PE",
  PYG: "es-PY",
  UYU: "es-UY",
  VES: "es-VE",
} satisfies Record<Currency, string>;

describe("a dealership with the default units", () => {
  test.each([
    [15_000, "$15,000"],
    [15_000.5, "$15,000.50"],
    [-300, "-$300"],
    [0, "$0"],
    [1_234_567.89, "$1,234,567.89"],
  ])("shows %d dollars as %s", (amount, shown) => {
    expect(formatMoney(amount, defaultUnits.currency)).toBe(shown);
  });

  test.each([
    [12_345, "12,345 mi"],
    [0, "0 mi"],
    [null, "—"],
  ])("shows the mileage %j as %s", (distance, shown) => {
    expect(formatDistance(distance, defaultUnits)).toBe(shown);
  });

  test.each([
    [1_200_000, "$1.2M"],
    [45_000, "$45k"],
    [-300, "-$300"],
    [-45_500, "-$45.5k"],
  ])("shows %d on a chart's axis as %s", (amount, shown) => {
    expect(formatCompactMoney(amount, "USD")).toBe(shown);
  });
});

describe("a dealership in another country", () => {
  test.each([
    ["MXN", "$250,000", "$"],
    ["DOP", "RD$250,000", "RD$"],
    ["GTQ", "Q 250,000", "Q"],
    ["COP", "$ 250.000", "$"],
    ["EUR", "250.000 €", "€"],
    ["CRC", "₡250 000", "₡"],
    ["BRL", "R$ 250.000", "R$"],
  ] as const)("shows money in %s as %s", (currency, shown, sign) => {
    expect(formatMoney(250_000, currency)).toBe(shown.replaceAll(" ", "\u00a0"));
    expect(currencySign(currency)).toBe(sign);
  });

  test("groups kilometres as the country does", () => {
    expect(formatDistance(45_000, { currency: "MXN", distance: "km" })).toBe("45,000 km");
    expect(formatDistance(45_000, { currency: "EUR", distance: "km" })).toBe("45.000 km");
  });

  test("groups counts as the country does", () => {
    expect(formatInteger(1234, { currency: "COP", distance: "km" })).toBe("1.234");
    expect(formatInteger(1_234_567, defaultUnits)).toBe("1,234,567");
    expect(formatInteger(999, { currency: "CRC", distance: "km" })).toBe("999");
  });

  test("puts the currency sign of a chart's axis where it belongs", () => {
    expect(formatCompactMoney(1_200_000, "EUR")).toBe("1,2M\u00a0€");
  });

  test("edits an amount in the country's format", () => {
    expect(formatAmountInput(9500.5, "MXN")).toBe("9,500.50");
    expect(formatAmountInput(9500.5, "EUR")).toBe("9.500,50");
    expect(formatAmountInput(8_500_000, "CRC")).toBe("8\u00a0500\u00a0000");
    expect(formatAmountInput(null, "EUR")).toBe("");
    for (const currency of Currency.options) {
      for (const amount of [0, 7.05, 950.5, 1000.5, 1_234_567.5]) {
        expect(priceAmount(formatAmountInput(amount, currency)), currency).toBe(amount);
      }
    }
  });

  test("finds its currency by name", () => {
    expect(currencyName("MXN")).toBe("Peso mexicano (MXN)");
  });

  test("has the same money format in a page's inline script, in every currency", () => {
    for (const currency of Currency.options) {
      const { before, after, group } = moneyFormat(currency);
      expect(`${before}12${group}345${after}`).toBe(formatMoney(12_345, currency));
    }
  });

  test.each(Object.entries(countries))(
    "shows amounts in %s as the locale %s writes them",
    (code, locale) => {
      const currency = Currency.parse(code);
      const money = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        useGrouping: "always",
        trailingZeroDisplay: "stripIfInteger",
      });
      for (const amount of [0, 7, 999, 1234, 54_321.5, 1_234_567.89, 9_999_999_999]) {
        const written = money.format(amount).replaceAll(/[ \u202f]/g, "\u00a0");
        expect(formatMoney(amount, currency)).toBe(written);
      }
    },
  );
});

test("a browser that groups all numbers with points shows what the server rendered", () => {
  const all = () =>
    Currency.options.map((currency) => [
      formatMoney(11_840.5, currency),
      formatCompactMoney(11_840, currency),
      formatDistance(11_840, { currency, distance: "mi" }),
    ]);
  const served = all();
  const { NumberFormat } = Intl;
  vi.stubGlobal("Intl", {
    ...Intl,
    NumberFormat: function German(_: string, options: Intl.NumberFormatOptions) {
      return new NumberFormat("de", options);
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(all()).toEqual(served);
  expect(formatDistance(11_840, defaultUnits)).toBe("11,840 mi");
});

test.each([undefined, null, "x", { currency: "XXX", distance: 5 }])(
  "the stored value %j means the default units",
  (profile) => {
    expect(unitsOf(profile)).toEqual(defaultUnits);
  },
);

test("a stored choice without a currency means dollars", () => {
  expect(unitsOf({ distance: "km" })).toEqual({ currency: "USD", distance: "km" });
});
