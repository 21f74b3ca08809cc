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
  ])("a person in the US may type %s", (typed) => {
    expect(normalizePhone(typed, "US")).toBe("15551234567");
  });

  it.each([
    ["55 1234 5678", "MX", "525512345678"],
    ["612 34 56 78", "ES", "34612345678"],
    ["+34 612 34 56 78", "US", "34612345678"],
    ["34612345678", "US", "34612345678"],
    ["525512345678", "US", "525512345678"],
  ])("a person who types %s in %s is stored as %s", (typed, country, stored) => {
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
  ])(
    "a person who types the old Mexican %s in %s is stored without its prefix",
    (typed, country) => {
      expect(normalizePhone(typed, country)).toBe("525512345678");
      expect(storedPhones(typed, country)[0]).toBe("525512345678");
    },
  );

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
  ])("a person who types «%s» has given no phone", (typed) => {
    expect(normalizePhone(typed, "US")).toBeNull();
  });

  it("a number is read internationally where the default country is not known", () => {
    expect(normalizePhone("+15551234567", "XX")).toBe("15551234567");
  });
});

describe("storedPhones", () => {
  it("a person whose account keeps only what was typed is found after the normalised form", () => {
    expect(storedPhones("555 123 4567", "US")).toEqual(["15551234567", "5551234567"]);
  });

  it("a person who types everything is looked for once", () => {
    expect(storedPhones("+1 555 123 4567", "US")).toEqual(["15551234567"]);
  });

  it("an attacker who adds digits of another script makes no other name of an account", () => {
    expect(storedPhones("+\uff14\uff1913055550110", "US")).toEqual(["4913055550110"]);
    expect(storedPhones("\u0661\u0662\u066313055550110", "US")).not.toContain("13055550110");
  });

  it("an attacker who names an extension or a context is looked for nowhere, however often", () => {
    for (const typed of ["1305555123;isub=4", "tel:1305555123;phone-context=+4"]) {
      expect([storedPhones(typed, "US"), storedPhones(typed, "US")]).toEqual([[], []]);
    }
  });

  it("a person who types no phone is looked for nowhere", () => {
    expect(storedPhones("hola", "US")).toEqual([]);
  });
});
