import { describe, expect, it } from "vitest";
import { searchFilters } from "./search-filter.ts";

const columns = { text: "search_text" };

describe("an admin's search", () => {
  it("ignores accents and case, and matches each word on its own", () => {
    expect(searchFilters("  JOSÉ   Núñez ", columns)).toEqual([
      'search_text.like."%jose%"',
      'search_text.like."%nunez%"',
    ]);
    expect(searchFilters("   ", { ...columns, phones: ["phone"] })).toEqual([]);
  });

  it("keeps the punctuation of an e-mail; any other sign matches any one character", () => {
    expect(searchFilters("ana.b+c-d@example.com", columns)).toEqual([
      'search_text.like."%ana.b+c-d@example.com%"',
    ]);
    for (const sign of ['"', "\\", "(", ")", ",", "*", "%", "_", "[", "{"]) {
      expect(searchFilters(`x${sign}y`, columns)).toEqual(['search_text.like."%x_y%"']);
    }
  });

  it("finds a letter that the database folds into two", () => {
    expect(searchFilters("straße", columns)).toEqual(['search_text.like."%stra%e%"']);
    expect(searchFilters("жигули", columns)).toEqual(['search_text.like."%жигули%"']);
  });

  it("compares a phone by its digits, however it is written", () => {
    expect(searchFilters("(305) 555-0123", { ...columns, phones: ["phone"] })).toEqual([
      'search_text.like."%_305_%",phone.like.*305*',
      'search_text.like."%555-0123%",phone.like.*5550123*',
    ]);
    expect(searchFilters("ana", { ...columns, phones: ["phone"] })[0]).not.toContain("phone");
  });
});
