import { expect, test } from "vitest";
import { writtenPhone } from "./phone-number.ts";

test.each([
  ["305 555 0123", "US", "+13055550123"],
  ["+1 (305) 555-0123", "US", "+13055550123"],
  ["55 1234 5678", "MX", "+525512345678"],
  ["0034 612 345 678", "US", "+34612345678"],
  ["555 0123", "US", "555 0123"],
  ["305 555 0123 ext. 4", "US", "305 555 0123 ext. 4"],
  ["", "US", ""],
])("a dealer who types the phone %j in %s keeps it as %j", (typed, country, kept) => {
  expect(writtenPhone(typed, country)).toBe(kept);
});
