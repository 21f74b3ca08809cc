import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Currency, currencyScale, formatMoney } from "#contract/units.ts";
import { CALCULATOR, calculatePayment, maxDownPayment, readPlan } from "./payment-plan.ts";
import { planScale } from "./plan-scale.ts";

const dollars = planScale("USD", null);
const nothing = { price: null, down: null, rate: null, months: null };

describe("calculatePayment", () => {
  test("a customer sees standard amortization for the default values", () => {
    expect(calculatePayment({ price: 25_000, down: 5_000, rate: 4.5, months: 60 })).toEqual({
      financed: 20_000,
      monthly: 372.86,
      interest: 2_371.62,
    });
  });

  test("a customer without interest pays the amount divided by the months", () => {
    expect(calculatePayment({ price: 10_000, down: 1_000, rate: 0, months: 36 })).toEqual({
      financed: 9_000,
      monthly: 250,
      interest: 0,
    });
    expect(calculatePayment({ price: 10_000, down: 0, rate: 0, months: 84 }).monthly).toBe(119.05);
  });

  test.each([
    { price: 5_000, down: 5_000 },
    { price: 5_000, down: 7_500 },
    { price: 0, down: 0 },
  ])("a customer who finances nothing of $price after $down pays nothing", (sums) => {
    const none = { financed: 0, monthly: 0, interest: 0 };
    expect(calculatePayment({ ...sums, rate: 4.5, months: 60 })).toEqual(none);
    expect(calculatePayment({ ...sums, rate: 0, months: 60 })).toEqual(none);
  });

  test("a customer's payments always add up to at least the financed amount", () => {
    const plan = fc.record({
      price: fc.integer({ min: 0, max: 100_000 }),
      down: fc.integer({ min: 0, max: 50_000 }),
      rate: fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10),
      months: fc.integer({ min: 1, max: 7 }).map((years) => years * 12),
    });
    fc.assert(
      fc.property(plan, (one) => {
        const { financed, monthly, interest } = calculatePayment(one);
        expect(monthly * one.months).toBeGreaterThanOrEqual(financed - one.months * 0.01);
        expect(interest).toBeGreaterThanOrEqual(0);
        expect(Number(monthly.toFixed(2))).toBe(monthly);
      }),
    );
  });
});

describe("readPlan", () => {
  test("a customer starts at the default values", () => {
    expect(readPlan(nothing, dollars)).toEqual({
      price: 25_000,
      down: 5_000,
      rate: 4.5,
      months: 60,
    });
  });

  test("a customer who comes from a vehicle starts at its price", () => {
    expect(readPlan({ ...nothing, price: "18500" }, dollars)).toMatchObject({
      price: 18_500,
      down: 5_000,
    });
  });

  test("a customer's down payment is at most half the price", () => {
    expect(readPlan({ ...nothing, price: "8000" }, dollars).down).toBe(4_000);
    expect(readPlan({ ...nothing, price: "8000", down: "9999" }, dollars).down).toBe(4_000);
    expect(maxDownPayment(8_501)).toBe(4_250.5);
  });

  test.each([
    [{ price: "-1" }, { price: 0, down: 0 }],
    [{ price: "250000" }, { price: 100_000 }],
    [{ rate: "35" }, { rate: 20 }],
    [{ rate: "-2" }, { rate: 0 }],
    [{ months: "6" }, { months: 12 }],
    [{ months: "500" }, { months: 84 }],
    [{ months: "40" }, { months: 36 }],
    [{ down: "-500" }, { down: 0 }],
  ])("a customer who types %j calculates with %j", (typed, read) => {
    expect(readPlan({ ...nothing, ...typed }, dollars)).toMatchObject(read);
  });

  test.each(["", "  ", "mucho", "NaN", "Infinity", "1e999", "<b>"])(
    "a customer with %j in the URL starts at the default values",
    (text) => {
      const plan = readPlan({ price: text, down: text, rate: text, months: text }, dollars);
      expect(plan).toEqual(readPlan(nothing, dollars));
    },
  );

  test.each([
    ["$18,500", 18_500],
    ["18500.50", 18_500.5],
    ["18,5", 18.5],
    ["18500,50", 18_500.5],
    ["350,50 ", 350.5],
    ["0,99", 0.99],
    ["18.500", 18_500],
    ["18,500.", 18_500],
    ["US$ 18.500,50", 18_500.5],
    ["18 500,5 €", 18_500.5],
    ["USD 18'500", 18_500],
    ["$ 18\u00a0500", 18_500],
    ["1,250,000", 100_000],
  ])("a customer who types the price as %s calculates with %d", (text, price) => {
    expect(readPlan({ ...nothing, price: text }, dollars).price).toBe(price);
  });

  test("a customer can type the rate with a decimal comma", () => {
    expect(readPlan({ ...nothing, rate: "5,25 %" }, dollars).rate).toBe(5.25);
    expect(readPlan({ ...nothing, rate: "4,125" }, dollars).rate).toBe(4.125);
  });

  test("a customer of a vehicle above the scale calculates with its price", () => {
    const topOf = (price: string | null) => planScale("USD", price).top;
    expect(topOf("150000")).toBe(150_000);
    const wide = planScale("USD", "150000");
    expect(readPlan({ ...nothing, price: "150000" }, wide).price).toBe(150_000);
    expect(topOf("18500")).toBe(CALCULATOR.price.most);
    expect(topOf("999999999999")).toBe(10_000_000);
    expect(topOf(null)).toBe(CALCULATOR.price.most);
  });

  test("a customer calculates in the dealership's currency and format", () => {
    const euros = planScale("EUR", null);
    const pesos = planScale("COP", null);
    expect(readPlan({ ...nothing, price: "18.500,50 €" }, euros).price).toBe(18_500.5);
    expect(readPlan({ ...nothing, price: "$ 85.000.000" }, pesos).price).toBe(85_000_000);
    expect(readPlan(nothing, pesos)).toMatchObject({ price: 125_000_000, down: 25_000_000 });
    expect(readPlan({ ...nothing, rate: "4.5" }, pesos).rate).toBe(4.5);
  });

  test.each(Currency.options)("a customer can use a price as written in %s", (one) => {
    const amount = 20_000 * currencyScale(one);
    const written = formatMoney(amount, one);
    expect(readPlan({ ...nothing, price: written }, planScale(one, written)).price).toBe(amount);
  });
});
