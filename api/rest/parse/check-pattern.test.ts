import { describe, expect, it } from "vitest";
import { ApiError } from "#api/http/api-error.ts";
import { checkPattern } from "./check-pattern.ts";

const tooComplex = {
  status: 400,
  code: "2201B",
  message: "invalid regular expression: regular expression is too complex",
};

/** What `checkPattern` refuses with, or null. */
function refusalOf(value: string, quantifier?: "any" | "all"): unknown {
  try {
    checkPattern(value, quantifier);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, message: error.message };
  }
}

describe("checkPattern", () => {
  it("lets through what an ordinary search needs, and nothing that costs as much as hundreds", () => {
    expect(refusalOf("^(toyota|kia) .*[0-9]{4}$")).toBeNull();
    expect(refusalOf("(a{1,255}b{1,255}){1,80}")).toEqual(tooComplex);
    expect(refusalOf(String.raw`(\y)*`)).toEqual(tooComplex);
  });

  it("refuses a pattern for its length alone", () => {
    expect(refusalOf(`[${"a".repeat(1498)}]`)).toBeNull();
    expect(refusalOf(`[${"a".repeat(1499)}]`)).toEqual(tooComplex);
  });

  it("reads the elements of an array each for itself", () => {
    const apart = `{${Array.from({ length: 20 }, (_, index) => `"x{1,9${index}}"`).join(",")}}`;
    expect(refusalOf(apart, "any")).toBeNull();
    expect(refusalOf('{a,"(a{1,255}){1,255}"}', "any")).toEqual(tooComplex);
    expect(refusalOf(String.raw`{a,(a\{1\,255\})\{1\,255\}}`, "all")).toEqual(tooComplex);
    expect(refusalOf(String.raw`{"\(a{1,255}){1,255}"}`, "any")).toEqual(tooComplex);
    expect(refusalOf(String.raw`{"\\(a{1,255})"}`, "any")).toBeNull();
  });

  it("refuses what refers back, wherever it stands", () => {
    for (const quantifier of [undefined, "any"] as const) {
      expect(refusalOf(String.raw`(a)\1`, quantifier)).toMatchObject({ code: "PGRST100" });
      expect(refusalOf(String.raw`(a)\d`, quantifier)).toBeNull();
    }
  });
});
