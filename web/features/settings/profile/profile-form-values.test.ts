import { describe, expect, it } from "vitest";
import type { OwnProfile } from "../own-profile.ts";
import { ProfileFormTexts, profileChange, profileFormValues } from "./profile-form-values.ts";

const stored: OwnProfile = {
  id: "11111111-1111-4111-8111-111111111111",
  role: "concesionario",
  full_name: "Autos del Valle",
  public_slug: "autos",
  updated_at: "2026-11-21T09:00:00Z",
  config: { profile: { phone: "555 0100" } },
};

describe("a save of the profile form", () => {
  it("a dealer who changes nothing writes nothing", () => {
    const values = profileFormValues(stored);
    expect(profileChange(values, ProfileFormTexts.parse(values))).toEqual({
      columns: {},
      config: {},
    });
  });

  it("a dealer writes only changed columns and leaves, trimmed", () => {
    const before = profileFormValues(stored);
    const after = ProfileFormTexts.parse({
      ...before,
      full_name: " Autos del Norte ",
      profile: {
        ...before.profile,
        contact_links_visibility: { ...before.profile.contact_links_visibility, phone: false },
      },
    });
    expect(profileChange(before, after)).toEqual({
      columns: { full_name: "Autos del Norte" },
      config: { profile: { contact_links_visibility: { phone: false } } },
    });
  });

  it("a dealer who clears slug and domain has neither", () => {
    const before = { ...profileFormValues(stored), custom_domain: "autos.mx" };
    const after = ProfileFormTexts.parse({ ...before, public_slug: "", custom_domain: "" });
    expect(profileChange(before, after).columns).toEqual({
      public_slug: null,
      custom_domain: null,
    });
  });
});
