import { describe, expect, test } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { defaultUnits } from "#contract/units.ts";
import { publicVehicleMeta, vehicleNotFoundMeta } from "./public-vehicle-meta.ts";

const kona = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  ...minimalVehicle,
  vin: "KM8K2CAB4PU001140",
  price: "15000",
  mileage: 12_345,
  transmission: "Automático",
  color: "Rojo",
  doors: 5,
  description: "Un solo dueño.\n\nComo nuevo.",
  images: [],
  reserved_until: null,
};
const page = {
  url: "https://autos.example/public/vehicle/1",
  sharedUrl: "https://autos.example/public/vehicle/1?vendedor=ana",
  image: "https://autos.example/a.jpg",
  sellerName: "Autos Sol",
  units: defaultUnits,
};

describe("publicVehicleMeta", () => {
  test("a visitor's link preview shows name, price, facts, URL and cover", () => {
    const meta = publicVehicleMeta(kona, page);
    const description =
      "$15,000 · 12,345 mi · Automático · Rojo · Autos Sol. Un solo dueño. Como nuevo.";
    expect(meta).toEqual(
      expect.arrayContaining([
        { title: "Hyundai Kona 2023 | Vitrina" },
        { name: "description", content: description },
        { tagName: "link", rel: "canonical", href: page.url },
        { property: "og:title", content: "Hyundai Kona 2023 · $15,000" },
        { property: "og:description", content: description },
        { property: "og:url", content: page.sharedUrl },
        { property: "og:image", content: page.image },
        { name: "twitter:card", content: "summary_large_image" },
      ]),
    );
  });

  test("a visitor's link preview says that a car is sold", () => {
    expect(publicVehicleMeta({ ...kona, status: "Vendido" }, page)).toContainEqual({
      property: "og:description",
      content: expect.stringMatching(/^Vendido · /),
    });
  });

  test("a search result cuts a long description", () => {
    const meta = publicVehicleMeta({ ...kona, description: "muy bueno ".repeat(100) }, page);
    const description = meta.find((tag) => "name" in tag && tag.name === "description");
    expect(description).toMatchObject({ content: expect.stringMatching(/^.{150,200}…?$/) });
  });
});

describe("vehicleNotFoundMeta", () => {
  test("a search engine does not index a missing vehicle", () => {
    expect(vehicleNotFoundMeta(true)).toEqual([
      { title: "Vehículo No Encontrado | Vitrina" },
      {
        name: "description",
        content: "Vehículo no encontrado o no está disponible públicamente.",
      },
      { name: "robots", content: "noindex" },
    ]);
  });
});
