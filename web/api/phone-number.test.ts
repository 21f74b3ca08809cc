import { describe, expect, test } from "vitest";
import {
  displayPhone,
  normalizeLeadPhone,
  readPhone,
  telAddress,
  whatsappNumber,
} from "./phone-number.ts";

test.each([
  ["+1 (305) 555-0123", "US", "13055550123"],
  ["(305) 555-0123", "US", "13055550123"],
  ["1 305 555 0123", "US", "13055550123"],
  ["0034 612 345 678", "US", "34612345678"],
  ["34612345678", "US", "34612345678"],
  ["+52 55 1234 5678", "US", "525512345678"],
  ["809 555 0123", "DO", "18095550123"],
  ["(11) 98765-4321", "BR", "5511987654321"],
  ["+1 305 555 0123", "MX", "13055550123"],
  ["305 555 0123 / 305 555 0124", "US", "13055550123"],
  ["305 555 0123 ó 305 555 0124", "US", "13055550123"],
  ["Tel. 305 555 0123", "US", "13055550123"],
  ["305 555 0123 Juan", "US", "13055550123"],
  ["tel:+13055550123", "US", "13055550123"],
  ["\u202a305 555 0123\u202c", "US", "13055550123"],
  ["305 555 0123 / 24", "US", "13055550123"],
  ["305 555 0123 (24 horas)", "US", "13055550123"],
  ["24h: 305 555 0123", "US", "13055550123"],
  ["305 555 0123 lunes a viernes 9-18", "US", "13055550123"],
  ["305 555 0123 p 12", "US", "13055550123"],
  ["305 555 0123 | 305 555 0199", "US", "13055550123"],
  ["305·555·0123", "US", "13055550123"],
  ["305_555_0123", "US", "13055550123"],
  ["٣٠٥٥٥٥٠١٢٣", "US", "13055550123"],
  ["5512345678 WhatsApp 24/7", "MX", "525512345678"],
  ["+34 (0) 612345678", "ES", "34612345678"],
  ["09 1234 5678", "CL", "56912345678"],
  ["0 xx 11 91234-5678", "BR", "5511912345678"],
  // With the letters as keypad digits these would be longer, possible numbers.
  ["5123 4567 (Ana)", "GT", "50251234567"],
  ["+504 9123-4567 op. 3", "HN", "50491234567"],
  ["090-1234-5678 opción 3", "JP", "819012345678"],
  ["+57 (0) 321 123 4567", "CO", "573211234567"],
  ["+39 (0) 312 345 6789", "IT", "393123456789"],
  ["+39 (0)6 1234 5678", "IT", "390612345678"],
])("a visitor who calls or writes to %j, typed in %s, reaches %s", (typed, country, digits) => {
  expect(readPhone(typed, country)).toEqual({ digits });
  expect(whatsappNumber(typed, country)).toBe(digits);
  expect(telAddress(typed, country)).toBe(`tel:+${digits}`);
});

test.each([
  "55 1234 5678",
  "52 55 1234 5678",
  "+52 1 55 1234 5678",
  "521 55 1234 5678",
  "5215512345678",
  "044 55 1234 5678",
  "045 55 1234 5678",
  "01 55 1234 5678",
])("a Mexican dealership's number %j is the same number", (typed) => {
  expect(whatsappNumber(typed, "MX")).toBe("525512345678");
  expect(telAddress(typed, "MX")).toBe("tel:+525512345678");
});

test.each([
  "11 15 2345-6789",
  "011 15 2345 6789",
  "+54 9 11 2345 6789",
  "5491123456789",
  "11 2345 6789",
])("an Argentine dealership's WhatsApp %j gets the 9 and loses the 15", (typed) =>
  expect(whatsappNumber(typed, "AR")).toBe("5491123456789"),
);

describe("an extension", () => {
  test.each([
    "305 555 0123 ext. 12",
    "305-555-0123 x12",
    "305 555 0123 X 12",
    "3055550123;ext=12",
    "tel:+13055550123;ext=12",
    "305 555 0123 #12",
    "305 555 0123 extensión 12",
    "305 555 0123, ext 12",
    "305 555 0123 int. 12",
    "305 555 0123 anexo 12",
    "305 555 0123 (ext. 12)",
    "305 555 0123 ramal 12",
    "305 555 0123 extn 12",
    "305 555 0123 - ext nº 12",
  ])("in %j is dialled after the number, and is not in the WhatsApp link", (typed) => {
    expect(telAddress(typed, "US")).toBe("tel:+13055550123;ext=12");
    expect(whatsappNumber(typed, "US")).toBe("13055550123");
  });
});

test.each([
  ["1-800-FLOWERS", "18003569377"],
  ["1 800 GO FEDEX", "18004633339"],
  ["1-800-MATTRESS", "18006288737"],
  ["800 miautos", "18006428867"],
])("a number in letters, %j, is dialled by keypad digits", (typed, digits) => {
  expect(telAddress(typed, "US")).toBe(`tel:+${digits}`);
  expect(telAddress(`${typed} ext. 5`, "US")).toBe(`tel:+${digits};ext=5`);
});

test.each([
  ["555 0123", "US", "5550123"],
  ["305 555 0123", "??", "3055550123"],
])("an impossible number keeps its digits: %j in %s", (typed, country, digits) => {
  expect(whatsappNumber(typed, country)).toBe(digits);
  expect(telAddress(typed, country)).toBe(`tel:${digits}`);
});

test.each(["", "no tengo"])("a visitor sees no number for %j", (typed) => {
  expect(whatsappNumber(typed, "US")).toBeUndefined();
  expect(telAddress(typed, "US")).toBeUndefined();
});

test.each([
  ["3055550123", "US", "+1 305 555 0123"],
  ["+525512345678", "MX", "+52 55 1234 5678"],
  ["(305) 555-0123", "US", "(305) 555-0123"],
  ["no tengo", "US", "no tengo"],
])("a visitor sees the phone %j of %s as %j", (typed, country, shown) => {
  expect(displayPhone(typed, country)).toBe(shown);
});

test.each([
  ["305 555 0123", "US", "+13055550123"],
  ["+1 (305) 555-0123", "US", "+13055550123"],
  ["55 1234 5678", "MX", "+525512345678"],
  ["044 55 1234 5678", "MX", "+525512345678"],
  ["0034 612 345 678", "US", "+34612345678"],
  ["555 0123", "US", "555 0123"],
  ["305 555 0123 ext. 4", "US", "305 555 0123 ext. 4"],
  ["", "US", ""],
])("a dealer's phone %j typed in %s is stored as %j", (typed, country, kept) => {
  expect(normalizeLeadPhone(typed, country)).toBe(kept);
});

test.each(["0", "0.", "0 ", "305 555 0123 x", "(", "-"])(
  "a million characters of %j are rejected without delay",
  (part) => {
    const typed = part.repeat(1_000_000 / part.length);
    expect(readPhone(typed, "US")).toBeUndefined();
  },
);
