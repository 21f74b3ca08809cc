import { describe, expect, it } from "vitest";
import { makeProfile } from "../make-profile.ts";
import type { OwnProfile } from "../own-profile.ts";
import {
  dealershipColors,
  pageStyleValues,
  showsDealershipImage,
  styleChanges,
} from "./page-style-values.ts";

const dealership = {
  config: { page_style: { accent_color: "#0B7A4B", hero_image_url: "https://autos.mx/h.jpg" } },
  public_slug: "autos-sol",
  is_active: true,
};
const vendedor = (config: OwnProfile["config"] = {}) =>
  makeProfile({ role: "vendedor", config, dealership });

describe("the initial values of a salesperson's style editor", () => {
  it("a salesperson without choices sees the dealership's colors in the default layout", () => {
    expect(pageStyleValues(vendedor())).toMatchObject({
      layout_style: "classic",
      show_header_name: true,
      accent_color: "#0B7A4B",
      hero_background_color: "#1E3A8A",
      hero_image_url: "",
    });
  });

  it("a dealer, and a salesperson of a hidden dealership, see the platform's defaults", () => {
    const dealer = makeProfile({});
    expect(pageStyleValues(dealer)).toMatchObject({
      layout_style: "centered",
      accent_color: "#FF6A00",
    });
    for (const hidden of [{ public_slug: null }, { is_active: false }]) {
      const alone = { ...vendedor(), dealership: { ...dealership, ...hidden } };
      expect(dealershipColors(alone)).toBeNull();
      expect(pageStyleValues(alone).accent_color).toBe("#FF6A00");
    }
  });
});

describe("what a salesperson's style editor stores", () => {
  it("a salesperson's chosen color is stored, even the platform's default", () => {
    const mine = vendedor();
    const values = { ...pageStyleValues(mine), accent_color: "#FF6A00" };
    expect(styleChanges(mine, values)).toEqual({ accent_color: "#FF6A00" });
  });

  it("a salesperson who resets a color inherits the dealership's again", () => {
    const mine = vendedor({ page_style: { accent_color: "#FF6A00", layout_style: "centered" } });
    const values = { ...pageStyleValues(mine), accent_color: "#0B7A4B" };
    expect(styleChanges(mine, { ...values, layout_style: "classic" })).toEqual({
      accent_color: null,
      layout_style: null,
    });
    const followed = vendedor({ page_style: { accent_color: null, layout_style: null } });
    expect(pageStyleValues(followed)).toEqual(pageStyleValues(vendedor()));
  });

  it("a salesperson who changes nothing stores nothing", () => {
    expect(styleChanges(vendedor(), pageStyleValues(vendedor()))).toEqual({});
  });
});

it("a salesperson's page shows the dealership's picture until they set their own", () => {
  const mine = vendedor();
  const values = pageStyleValues(mine);
  expect(showsDealershipImage(mine, values)).toBe(true);
  for (const own of [
    { hero_image_url: "https://autos.mx/yo.jpg" },
    { hero_background_color: "#FFFFFF" },
  ]) {
    expect(showsDealershipImage(mine, { ...values, ...own })).toBe(false);
  }
  const picturesOff = { page_style: { ...dealership.config.page_style, use_hero_image: false } };
  const under = { ...mine, dealership: { ...dealership, config: picturesOff } };
  expect(showsDealershipImage(under, values)).toBe(false);
});
