import fc from "fast-check";
import { expect, test } from "vitest";
import { groupDigits } from "./group-digits.ts";

test("a customer reads every whole amount as the browser itself would write it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
      expect(groupDigits(amount)).toBe(amount.toLocaleString("en-US"));
    }),
  );
});

test("a customer reads every amount with cents as the browser itself would write it", () => {
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (hundredths) => {
      const amount = hundredths / 100;
      expect(groupDigits(amount, 2)).toBe(amount.toLocaleString("en-US", cents));
    }),
  );
});
