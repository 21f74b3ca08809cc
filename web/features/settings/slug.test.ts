import { describe, expect, it } from "vitest";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { cleanSlug, numberedSlugs, suggestSlug } from "./slug.ts";

describe("a public slug", () => {
  it("a dealer's input is lower-cased and stripped of other characters", () => {
    expect(cleanSlug("Autos Del_Valle #1-Ñ")).toBe("autosdelvalle1-");
  });

  it("a dealer's name gives a valid slug", () => {
    expect(suggestSlug("  José Núñez & Hijos, S.A. ")).toBe("jose-nunez-hijos-s-a");
    expect(suggestSlug("照片")).toBe("");
    expect(PublicSlug.safeParse(suggestSlug(`${"auto ".repeat(20)}`)).success).toBe(true);
  });

  it("a dealer with a taken slug gets numbered alternatives", () => {
    expect(numberedSlugs("autos", 3)).toEqual(["autos-2", "autos-3", "autos-4"]);
    expect(numberedSlugs("a".repeat(60), 1)[0]).toHaveLength(52);
  });
});
