import { describe, expect, test } from "vitest";
import { brandsPresent, filterVehicles, NO_FILTER } from "./filter-vehicles.ts";

const citroen = {
  id: "c4",
  brand: "Citroën",
  model: "C4",
  year: 2019,
  vin: null,
  stock_number: null,
  price: "12.500",
  status: "Disponible" as const,
  views: 7,
};
const kona = {
  id: "kona",
  brand: "Hyundai",
  model: "Kona",
  year: 2023,
  vin: "KM8K2CAB4PU001140",
  stock_number: null,
  price: "$21,900",
  status: "Vendido" as const,
  views: 12,
};
const ioniq = {
  id: "ioniq",
  brand: "HYUNDAI ",
  model: "Ioniq-5",
  year: 2022,
  vin: null,
  stock_number: null,
  price: "A consultar",
  status: "En revisión" as const,
  views: 3,
};
const inventory = [citroen, kona, ioniq];
const everything = NO_FILTER;
const texts = new Map([
  [
    "kona",
    {
      facts: "hyundai kona 2023 automatico gasolina naranja suv suvs camionetas jeepetas naranjas",
      written: "Un solo dueño. Vidrios eléctricos",
    },
  ],
  ["c4", { facts: "citroen c4 2019 manual electrico azul delanteratraccion", written: "Hyundai" }],
]);

describe("filterVehicles", () => {
  test("a dealer without filters sees all vehicles", () => {
    expect(filterVehicles(inventory, everything)).toEqual(inventory);
  });

  test.each([
    ["citroen", [citroen]],
    ["CITROËN c4", [citroen]],
    ["pu0011", [kona]],
    ["kona hyundai", [kona]],
    ["tesla", []],
  ])(
    "a dealer who types %j finds VIN, brand and model, ignoring accents and case",
    (text, found) => {
      expect(filterVehicles(inventory, { ...everything, text })).toEqual(found);
    },
  );

  test.each([
    ["2023 hyundai", [kona]],
    ["kona naranja", [kona]],
    ["dueño", [kona]],
    ["21900", [kona]],
    ["$21,900", [kona]],
    ["ioniq5", [ioniq]],
    ["ioniq 5", [ioniq]],
    ["hyundaikona", [kona]],
    ["camioneta", [kona]],
    ["un carro azul", [citroen]],
    ["carros", [citroen, kona, ioniq]],
    ["tracción delantera", [citroen]],
    ["suv de color naranja", [kona]],
    ["azul kona", []],
  ])("a dealer who types %j finds matches in all facts, in any order", (text, found) => {
    expect(filterVehicles(inventory, { ...everything, text }, texts)).toEqual(found);
  });

  test.each([
    // Electric windows do not make a car electric, but match if there is no electric car.
    ["eléctrico", [citroen]],
    ["vidrios eléctricos", [kona]],
    ["hyundai", [kona, ioniq]],
    ["azu", [citroen]],
    ["olo", []],
  ])("a dealer who types %j gets facts before descriptions", (text, found) => {
    expect(filterVehicles(inventory, { ...everything, text }, texts)).toEqual(found);
  });

  test("a dealer who types 'jeep' finds the make, not SUVs called 'jeepeta'", () => {
    const jeep = { ...ioniq, id: "jeep", brand: "Jeep", model: "Compass" };
    const find = (text: string) => filterVehicles([jeep, kona], { ...everything, text }, texts);
    expect(find("jeep")).toEqual([jeep]);
    expect(find("jeepeta")).toEqual([kona]);
  });

  test.each([
    ["hiunday", [kona, ioniq]],
    ["citron", [citroen]],
    ["kna", []],
    ["kono", [kona]],
    ["2024", []],
    ["kona hyndai", [kona]],
  ])("a dealer who types %j may mistype a letter or two, but no digit", (text, found) => {
    expect(filterVehicles(inventory, { ...everything, text }, texts)).toEqual(found);
  });

  test.each([
    ["recientes", [citroen, kona, ioniq]],
    ["antiguos", [ioniq, kona, citroen]],
    ["precio-menor", [citroen, kona, ioniq]],
    ["precio-mayor", [kona, citroen, ioniq]],
    ["vistas", [kona, citroen, ioniq]],
  ] as const)("a dealer who sorts by %s gets vehicles without a price last", (order, found) => {
    expect(filterVehicles(inventory, { ...everything, order })).toEqual(found);
  });

  test("a dealer who picks status and brand sees only vehicles with both", () => {
    expect(
      filterVehicles(inventory, { ...everything, status: "Vendido", brand: "Hyundai" }),
    ).toEqual([kona]);
    expect(
      filterVehicles(inventory, { ...everything, status: "Vendido", brand: "Citroën" }),
    ).toEqual([]);
  });

  test("a dealer who picks a brand gets all its spellings", () => {
    expect(filterVehicles(inventory, { ...everything, brand: "Hyundai" })).toEqual([kona, ioniq]);
  });
});

describe("brandsPresent", () => {
  test("a dealer is offered each brand once, sorted", () => {
    expect(brandsPresent(inventory)).toEqual(["Citroën", "Hyundai"]);
  });

  test("a dealer finds all spellings of a make under one option", () => {
    const spellings = ["CHEVROLET", "Chevy", "chevrolet", "Mercedes Benz", "MERCEDES-BENZ"];
    const vehicles = spellings.map((brand) => ({ ...kona, id: brand, brand }));
    expect(brandsPresent(vehicles)).toEqual(["Chevrolet", "Mercedes-Benz"]);
    for (const [brand, count] of [
      ["Chevrolet", 3],
      ["chevy", 3],
      ["mercedes benz", 2],
    ] as const) {
      expect(filterVehicles(vehicles, { ...NO_FILTER, brand })).toHaveLength(count);
    }
  });
});
