import { describe, expect, it } from "vitest";
import { searchFilters } from "./search-filter.ts";

const columns = { texts: ["full_name"], phones: ["phone"] };

/** The regular expression in the filter of one word. */
function patternOf(typed: string): RegExp {
  const [filter = ""] = searchFilters(typed, { texts: ["full_name"] });
  const [, pattern = ""] = /^full_name\.imatch\."(.*)"$/.exec(filter) ?? [];
  return new RegExp(pattern, "i");
}

describe("what an admin types into a search box", () => {
  it("finds a name whatever its accents and case", () => {
    for (const typed of ["jose", "JOSÉ", "José"]) {
      expect(patternOf(typed).test("Don José")).toBe(true);
      expect(patternOf(typed).test("JOSE")).toBe(true);
      expect(patternOf(typed).test("Josu")).toBe(false);
    }
    expect(patternOf("nunez").test("Núñez")).toBe(true);
  });

  it("makes one filter for each word", () => {
    expect(searchFilters("  ana   lopez ", { texts: ["a", "b"] })).toHaveLength(2);
    expect(searchFilters("   ", columns)).toEqual([]);
  });

  it("keeps the dot and the plus of an address, and no other sign of a pattern", () => {
    expect(patternOf("ana.b").test("ana.b@example.com")).toBe(true);
    expect(patternOf("ana.b").test("anaxb@example.com")).toBe(false);
    expect(patternOf("a+b").test("aab")).toBe(false);
    for (const sign of ['"', "\\", "(", ")", ",", "*", "[", "^"]) {
      expect(searchFilters(`x${sign}y`, { texts: ["full_name"] })).toEqual([
        'full_name.imatch."x.[yýÿYÝ]"',
      ]);
    }
  });

  it("compares a phone by its digits, however it is written", () => {
    expect(searchFilters("(305) 555-0123", columns).map((filter) => filter.split(",")[1])).toEqual([
      "phone.like.*305*",
      "phone.like.*5550123*",
    ]);
    expect(searchFilters("ana", columns)[0]).not.toContain("phone");
  });
});
