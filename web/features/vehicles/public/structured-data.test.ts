import { expect, test } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { defaultUnits } from "#contract/units.ts";
import { structuredBreadcrumbs, structuredData } from "./structured-data.ts";

const kona = {
  ...minimalVehicle,
  vin: "KM8K2CAB4PU001140",
  price: "15000",
  mileage: 12_345,
  transmission: "Automático",
  fuel_type: "Gasolina" as const,
  doors: 5,
};
const page = {
  url: "https://autos.example/public/vehicle/1",
  image: "https://autos.example/a.jpg",
  sellerName: "Autos Sol",
  units: defaultUnits,
};

test("a search engine reads the car with an offer if the price is a number", () => {
  expect(structuredData(kona, page)).toMatchObject({
    "@type": "Car",
    name: "Hyundai Kona 2023",
    vehicleIdentificationNumber: "KM8K2CAB4PU001140",
    mileageFromOdometer: { value: 12_345, unitCode: "SMI" },
    offers: {
      "@type": "Offer",
      price: 15_000,
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
    },
  });
});

test.each(["A consultar", "", null])("a search engine reads no offer for the price %j", (price) => {
  expect(structuredData({ ...kona, price }, page).offers).toBeUndefined();
});

test("a search engine reads the dealership's units, and no offer in another currency", () => {
  const inPesos = { ...page, units: { currency: "DOP", distance: "km" } as const };
  expect(structuredData({ ...kona, price: "RD$ 850,000" }, inPesos)).toMatchObject({
    mileageFromOdometer: { value: 12_345, unitCode: "KMT" },
    offers: { price: 850_000, priceCurrency: "DOP" },
  });
  expect(structuredData({ ...kona, price: "US$ 15,000" }, inPesos).offers).toBeUndefined();
});

test("a search engine reads that a sold car is sold out", () => {
  expect(structuredData({ ...kona, status: "Vendido" }, page)).toMatchObject({
    offers: { availability: "https://schema.org/SoldOut" },
  });
});

test("a search engine reads the engine that a dealer entered", () => {
  expect(structuredData({ ...kona, engine: "1.6 L Turbo" }, page)).toMatchObject({
    vehicleEngine: { "@type": "EngineSpecification", name: "1.6 L Turbo" },
  });
});

test("a search engine reads the breadcrumbs in order", () => {
  const places = [
    { name: "Autos Sol", url: "https://autos.example/i/sol" },
    { name: "Hyundai Kona 2023", url: page.url },
  ];
  expect(structuredBreadcrumbs(places)).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, name: "Autos Sol", item: "https://autos.example/i/sol" },
      { position: 2, name: "Hyundai Kona 2023", item: page.url },
    ],
  });
});
