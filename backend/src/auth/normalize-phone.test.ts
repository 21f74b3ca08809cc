import { describe, expect, it } from "vitest";
import { normalizePhone, storedPhones } from "./read-input.ts";

describe("normalizePhone", () => {
  it.each([
    "5551234567",
    "555 123 4567",
    "(555) 123-4567",
    "555.123.4567",
    " 1 555 123 4567 ",
    "15551234567",
    "+15551234567",
    "+1 (555) 123-4567",
    "0015551234567",
  ])("accepts %s in the US", (typed) => {
    expect(normalizePhone(typed, "US")).toBe("15551234567");
  });

  it.each([
    ["55 1234 5678", "MX", "525512345678"],
    ["612 34 56 78", "ES", "34612345678"],
    ["+34 612 34 56 78", "US", "34612345678"],
    ["34612345678", "US", "34612345678"],
    ["525512345678", "US", "525512345678"],
  ])("normalizes %s in %s to %s", (typed, country, stored) => {
    expect(normalizePhone(typed, country)).toBe(stored);
  });

  it.each([
    ["+52 1 55 1234 5678", "US"],
    ["5215512345678", "US"],
    ["521 (55) 1234-5678", "MX"],
    ["00521 55 1234 5678", "US"],
    ["044 55 1234 5678", "MX"],
    ["045 55 1234 5678", "MX"],
    ["01 55 1234 5678", "MX"],
  ])("removes the old Mexican prefix of %s in %s", (typed, country) => {
    expect(normalizePhone(typed, country)).toBe("525512345678");
    expect(storedPhones(typed, country)[0]).toBe("525512345678");
  });

  it.each([
    "",
    "044 55 1234 5678",
    "52*1*5512345678",
    "abc",
    "123",
    "+",
    "call 5551234567 now",
    "ana@example.com",
    "+999999999999999999",
    "555123456x",
    "512345678",
    "555123456;isub=7",
    "tel:+15551234567",
    "tel:555123;phone-context=+14567",
    "+1 555 123 4567 ext. 8",
  ])("rejects «%s»", (typed) => {
    expect(normalizePhone(typed, "US")).toBeNull();
  });

  it("reads an international number if the default country is unknown", () => {
    expect(normalizePhone("+15551234567", "XX")).toBe("15551234567");
  });
});

describe("storedPhones", () => {
  it("lists the normalized form first, then the digits as typed", () => {
    expect(storedPhones("555 123 4567", "US")).toEqual(["15551234567", "5551234567"]);
  });

  it("lists one form if both are equal", () => {
    expect(storedPhones("+1 555 123 4567", "US")).toEqual(["15551234567"]);
  });

  it("ignores digits of other scripts in the typed form", () => {
    expect(storedPhones("+\uff14\uff1913055550110", "US")).toEqual(["4913055550110"]);
    expect(storedPhones("\u0661\u0662\u066313055550110", "US")).not.toContain("13055550110");
  });

  it("lists nothing for a number with an extension or context, every time", () => {
    for (const typed of ["1305555123;isub=4", "tel:1305555123;phone-context=+4"]) {
      expect([storedPhones(typed, "US"), storedPhones(typed, "US")]).toEqual([[], []]);
    }
  });

  it("lists nothing for text that is no phone", () => {
    expect(storedPhones("hola", "US")).toEqual([]);
  });
});
