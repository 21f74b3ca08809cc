import { expect, test } from "vitest";
import type { PreparedCard } from "../card-vehicle.ts";
import { sharedVehiclesMeta } from "./shared-vehicles-meta.ts";

const page = { url: "https://autos.example/share?ids=a", image: "https://autos.example/a.jpg" };

function vehicle(model: string, price = "$18,500"): PreparedCard {
  return {
    id: model,
    brand: "Hyundai",
    model,
    year: 2023,
    facts: "",
    price,
    status: "Disponible",
    reserved: null,
    cover: null,
    photos: 0,
  };
}

function read(vehicles: PreparedCard[], sellerName: string | null = null) {
  const tags = sharedVehiclesMeta(vehicles, { ...page, sellerName });
  return new Map(
    tags.map((tag) => {
      if ("title" in tag) return ["title", tag.title];
      if ("property" in tag) return [tag.property, tag.content];
      return "name" in tag ? [tag.name, tag.content] : ["", ""];
    }),
  );
}

test("a customer's link preview names the first vehicles and counts the rest", () => {
  const tags = read([
    vehicle("Kona"),
    vehicle("Tucson", "A consultar"),
    vehicle("i10"),
    vehicle("i20"),
  ]);
  expect(tags.get("title")).toBe("Vehículos Seleccionados | Vitrina");
  expect(tags.get("og:title")).toBe("4 vehículos para ti");
  expect(tags.get("og:description")).toBe(
    "Hyundai Kona 2023 · $18,500, Hyundai Tucson 2023 · A consultar, Hyundai i10 2023 · $18,500 y 1 más",
  );
  expect(tags.get("og:image")).toBe(page.image);
});

test("a customer's link preview of one vehicle is titled with it and its seller", () => {
  expect(read([vehicle("Kona")], "Autos Sol").get("og:title")).toBe(
    "Hyundai Kona 2023 · Autos Sol",
  );
});

test.each([[[]], [[vehicle("Kona")]]])(
  "a search engine does not index a selection of %j",
  (vehicles) => {
    expect(read(vehicles).get("robots")).toBe("noindex");
  },
);

test("a customer's link preview of an empty selection has no picture", () => {
  expect(read([]).has("og:image")).toBe(false);
});
