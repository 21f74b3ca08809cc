import { expect, test } from "vitest";
import { PublicSeller } from "./public-seller.ts";

const row = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Ana Sol",
  role: "concesionario",
  public_slug: "autos-sol",
  dealership_id: null,
  public_config: {
    profile: { name: "Autos Sol", phone: "+1 305 555 0123", location_url: "https://maps.example" },
    page_style: { accent_color: "#1E3A8A" },
  },
};

test("a visitor sees the dealership's name, contact and accent color", () => {
  expect(PublicSeller.parse(row)).toEqual({
    id: row.id,
    name: "Autos Sol",
    role: "concesionario",
    slug: "autos-sol",
    dealershipId: null,
    phone: "+1 305 555 0123",
    locationUrl: "https://maps.example",
    units: { currency: "USD", distance: "mi" },
    accentColor: "#1E3A8A",
  });
});

test.each([null, undefined, {}, { profile: 7 }, { profile: { name: 7 }, page_style: "red" }])(
  "a visitor still sees the seller when the config is %j",
  (public_config) => {
    const seller = PublicSeller.parse({ ...row, public_config });
    expect(seller.name).toBe("Ana Sol");
    expect(seller.accentColor).toBeUndefined();
  },
);

test("a visitor gets no link for a location that is not a web address", () => {
  const public_config = { profile: { location_url: "javascript:alert(1)" } };
  expect(PublicSeller.parse({ ...row, public_config }).locationUrl).toBeUndefined();
});

test.each(["#FFF", "red"])("a visitor's page ignores the invalid color %j", (color) => {
  const public_config = { page_style: { accent_color: color, hero_background_color: color } };
  const seller = PublicSeller.parse({ ...row, public_config });
  expect([seller.accentColor, seller.heroColor]).toEqual([undefined, undefined]);
});
