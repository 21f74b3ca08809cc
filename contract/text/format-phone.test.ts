import { expect, test } from "vitest";
import { formatAccountPhone, formatPhone } from "./format-phone.ts";

test.each([
  ["+13055550123", "+1 305 555 0123"],
  ["+525512345678", "+52 55 1234 5678"],
  ["+526641234567", "+52 664 123 4567"],
  ["+5491123456789", "+54 9 11 2345 6789"],
  ["+541123456789", "+54 11 2345 6789"],
  ["+5511987654321", "+55 11 98765 4321"],
  ["+573001234567", "+57 300 123 4567"],
  ["+34612345678", "+34 612 345 678"],
  ["+50212345678", "+502 1234 5678"],
  ["555 0123", "555 0123"],
  ["305 555 0123 ext. 4", "305 555 0123 ext. 4"],
])("a person sees the phone %j as %j", (phone, read) => expect(formatPhone(phone)).toBe(read));

test("an account's phone is shown with its plus", () => {
  expect(formatAccountPhone("13055550123")).toBe("+1 305 555 0123");
  expect(formatAccountPhone("+13055550123")).toBe("+1 305 555 0123");
});
