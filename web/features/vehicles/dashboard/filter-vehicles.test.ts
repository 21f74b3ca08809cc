import { describe, expect, test } from "vitest";
import { brandsPresent, filterVehicles } from "./filter-vehicles.ts";

const citroen = { brand: "Citroën", model: "C4", vin: null, status: "Disponible" as const };
const kona = {
  brand: "Hyundai",
  model: "Kona",
  vin: "KM8K2CAB4PU001140",
  status: "Vendido" as const,
};
const ioniq = { brand: "HYUNDAI ", model: "Ioniq 5", vin: null, status: "En revisión" as const };
const inventory = [citroen, kona, ioniq];
const everything = { text: "", status: "", brand: "" };

describe("filterVehicles", () => {
  test("a dealer who filters by nothing sees everything", () => {
    expect(filterVehicles(inventory, everything)).toEqual(inventory);
  });

  test.each([
    ["citroen", [citroen]],
    ["CITROËN c4", [citroen]],
    ["pu0011", [kona]],
    ["kona hyundai", [kona]],
    ["tesla", []],
  ])(
    "a dealer who types %j finds by VIN, brand and model, blind to accents and case",
    (text, found) => {
      expect(filterVehicles(inventory, { ...everything, text })).toEqual(found);
    },
  );

  test("a dealer who picks a status and a brand sees only what has both", () => {
    expect(filterVehicles(inventory, { text: "", status: "Vendido", brand: "Hyundai" })).toEqual([
      kona,
    ]);
    expect(filterVehicles(inventory, { text: "", status: "Vendido", brand: "Citroën" })).toEqual(
      [],
    );
  });

  test("a dealer who picks a brand gets it in whatever spelling it was typed", () => {
    expect(filterVehicles(inventory, { ...everything, brand: "Hyundai" })).toEqual([kona, ioniq]);
  });
});

describe("brandsPresent", () => {
  test("a dealer is offered each brand once, in order", () => {
    expect(brandsPresent(inventory)).toEqual(["Citroën", "Hyundai"]);
  });
});
