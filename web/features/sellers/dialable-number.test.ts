import { expect, test } from "vitest";
import { dialableNumber } from "./attribution.ts";

test.each([
  ["+1 (305) 555-0123", "US", "13055550123"],
  ["(305) 555-0123", "US", "13055550123"],
  ["1 305 555 0123", "US", "13055550123"],
  ["55 1234 5678", "MX", "525512345678"],
  ["0034 612 345 678", "US", "34612345678"],
  ["34612345678", "US", "34612345678"],
  ["+52 55 1234 5678", "US", "525512345678"],
  ["555 0123", "US", "5550123"],
  ["305 555 0123", "??", "3055550123"],
])("a visitor's WhatsApp reaches the number %j, typed in %s, as %s", (typed, country, digits) => {
  expect(dialableNumber(typed, country)).toBe(digits);
});

test.each([undefined, "", "no tengo"])("a visitor gets no number of %j", (typed) => {
  expect(dialableNumber(typed, "US")).toBeUndefined();
});
