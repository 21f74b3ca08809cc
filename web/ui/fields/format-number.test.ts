import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumber } from "./format-number.ts";

test("a customer sees whole amounts in the browser's own format", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
      expect(formatNumber(amount)).toBe(amount.toLocaleString("en-US"));
    }),
  );
});

test("a customer sees amounts with cents in the browser's own format", () => {
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (hundredths) => {
      const amount = hundredths / 100;
      expect(formatNumber(amount, 2)).toBe(amount.toLocaleString("en-US", cents));
    }),
  );
});
