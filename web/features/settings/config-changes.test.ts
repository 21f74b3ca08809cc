import { describe, expect, it } from "vitest";
import { applyChanges, changesBetween } from "./config-changes.ts";

describe("a config edited in two browsers", () => {
  const loaded = {
    profile: { name: "Autos", phone: "1", custom_button: { url: "", text: "Más" } },
  };

  it("a dealer's changes are the leaves that differ", () => {
    const edited = {
      profile: { name: "Autos", phone: "2", custom_button: { url: "", text: "Ya" } },
    };
    expect(changesBetween(loaded, edited)).toEqual({
      profile: { phone: "2", custom_button: { text: "Ya" } },
    });
    expect(changesBetween(loaded, structuredClone(loaded))).toEqual({});
  });

  it("a dealer's save keeps concurrent changes, including unknown keys", () => {
    const stored = {
      profile: { name: "Autos del Valle", phone: "1", other: true },
      page_style: { accent_color: "#123456" },
    };
    expect(
      applyChanges(stored, { profile: { phone: "2", custom_button: { text: "Ya" } } }),
    ).toEqual({
      profile: { name: "Autos del Valle", phone: "2", other: true, custom_button: { text: "Ya" } },
      page_style: { accent_color: "#123456" },
    });
  });

  it("a dealer's save replaces a stored part that is not an object", () => {
    expect(applyChanges({ profile: null }, { profile: { phone: "2" } })).toEqual({
      profile: { phone: "2" },
    });
  });
});
