import { describe, expect, it } from "vitest";
import { requirePlainPatterns } from "./parse-filter.ts";
import { parseQuery } from "./parse-query.ts";

const check = (filter: string) => () => requirePlainPatterns(parseQuery(filter, false).logic);
const alone = (pattern: string) => `brand=match.${encodeURIComponent(pattern)}`;
const refused = expect.objectContaining({ status: 400, code: "PGRST100" });

describe("a regular expression of a caller without the service key", () => {
  it.each([
    "",
    "^H",
    "kona$",
    "^ana.b@example\\.com$",
    "[aáàä]lvarez",
    "[^0-9]",
    "\\d\\d-\\w",
    "x".repeat(100),
  ])("is accepted as %j", (pattern) => {
    expect(check(alone(pattern))).not.toThrow();
  });

  it.each([
    "a*",
    "a+",
    "a?",
    "a{1,255}",
    "(a)",
    "a|b",
    "(a)\\1",
    "\\1",
    "\\y\\y",
    "\\mx",
    "(?i)a",
    "***=a",
    "a^",
    "$a",
    "[a",
    "[[:alpha:]]",
    "[[.hyphen.]]",
    "[\\w]",
    "a\\",
    "[a-\u{10ffff}]",
    "x".repeat(101),
  ])("is rejected as %j in every position", (pattern) => {
    const quoted = JSON.stringify(pattern);
    const array = encodeURIComponent(`{x,${quoted}}`);
    for (const filter of [
      alone(pattern),
      `brand=not.imatch.${encodeURIComponent(pattern)}`,
      `brand=imatch(any).${array}`,
      `or=${encodeURIComponent(`(id.is.null,and(id.is.null,brand.imatch.${quoted}))`)}`,
      `profiles.full_name=match(all).${array}`,
    ]) {
      expect(check(filter), filter).toThrow(refused);
    }
  });

  it("is only checked for match and imatch", () => {
    expect(check("brand=like.(a)*&model=eq.a|b&or=(vin.ilike.*a*b*)")).not.toThrow();
  });
});
