import { expect, test } from "vitest";
import { ProfileConfig } from "./profile-config.ts";

test("an empty config gets the product's defaults", () => {
  const { profile, page_style, features } = ProfileConfig.parse({});
  expect(page_style).toEqual({
    layout_style: "centered",
    accent_color: "#FF6A00",
    hero_background_color: "#1E3A8A",
    hero_image_url: "",
    use_hero_image: true,
    show_header_name: true,
    theme_color: "red",
  });
  expect(features).toEqual({ canAddVehicles: true, canEditPublicPage: true });
  expect(profile.custom_button.text).toBe("Más Información");
  expect(Object.values(profile.contact_links_visibility)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test("stored values override the defaults, and a null counts as missing", () => {
  const { page_style, features } = ProfileConfig.parse({
    page_style: { accent_color: "#123456", layout_style: null },
    features: { canAddVehicles: false },
  });
  expect(page_style.accent_color).toBe("#123456");
  expect(page_style.layout_style).toBe("centered");
  expect(features).toEqual({ canAddVehicles: false, canEditPublicPage: true });
});
