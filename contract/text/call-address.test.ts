import { expect, test } from "vitest";
import { callAddress } from "./call-address.ts";

test.each([
  ["+13055550123", "tel:+13055550123"],
  ["305-555-0123 ext. 12", "tel:3055550123;ext=12"],
  ["+1 305 555 0123 x12", "tel:+13055550123;ext=12"],
  ["(55) 1234-5678 int. 3", "tel:5512345678;ext=3"],
  ["+1 305 555 0123 (ext. 12)", "tel:+13055550123;ext=12"],
  ["+55 11 3333 4444 ramal 12", "tel:+551133334444;ext=12"],
  ["305 555 0123, opción 3", "tel:3055550123"],
  ["24h: (305) 555-0123", "tel:3055550123"],
  ["1234", "tel:1234"],
  ["no tengo", null],
])("a dealer who calls the lead's phone %j dials the extension after it", (phone, address) => {
  expect(callAddress(phone)).toBe(address);
});
