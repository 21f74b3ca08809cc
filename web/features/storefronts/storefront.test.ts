import { describe, expect, test } from "vitest";
import { Storefront } from "./storefront.ts";

const row = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Ana Sol",
  public_slug: "sol",
};
const read = (public_config: unknown) => Storefront.parse({ ...row, public_config });

describe("Storefront", () => {
  test.each([null, undefined, {}, [], "x", { profile: 7, page_style: "red" }])(
    "a visitor sees a page with all defaults when the config is %j",
    (config) => {
      expect(read(config)).toMatchObject({
        name: "Ana Sol",
        tagline: "Tu concesionario de confianza.",
        offers: undefined,
        customButton: null,
        style: {
          layout: "centered",
          accentColour: "#FF6A00",
          heroColour: "#1E3A8A",
          heroImage: undefined,
          showName: true,
        },
      });
    },
  );

  test("a visitor sees the dealership's texts, and defaults for malformed fields", () => {
    const storefront = read({
      profile: {
        name: " Autos Sol ",
        tagline: "",
        phone: 7,
        location_url: "javascript:alert(1)",
        offers: "Uno\nDos",
      },
      page_style: { layout_style: "diagonal", accent_color: "#abc", hero_background_color: "red" },
    });
    expect(storefront.name).toBe("Autos Sol");
    expect(storefront.tagline).toBe("Tu concesionario de confianza.");
    expect(storefront.offers).toBe("Uno\nDos");
    expect(storefront.contact).toEqual({});
    expect(storefront.style).toMatchObject({ layout: "centered", accentColour: "#FF6A00" });
    expect(storefront.style.heroColour).toBe("#1E3A8A");
  });

  test("a visitor sees a hero picture only while it is switched on", () => {
    const hero_image_url = "https://autos.example/a.jpg";
    expect(read({ page_style: { hero_image_url } }).style.heroImage).toBe(hero_image_url);
    expect(read({ page_style: { hero_image_url, use_hero_image: false } }).style.heroImage).toBe(
      undefined,
    );
  });

  test("a visitor sees a custom button only if it is on and links to the web", () => {
    const button = (custom_button: unknown) => read({ profile: { custom_button } }).customButton;
    const url = "https://autos.example/credito";
    expect(button({ enabled: true, url, text: "" })).toEqual({ url, text: "Más Información" });
    expect(button({ enabled: false, url })).toBeNull();
    expect(button({ enabled: true, url: "javascript:alert(1)" })).toBeNull();
  });
});
