import { expect, test } from "vitest";
import { minimalVehicle } from "#contract/fixtures.ts";
import { defaultUnits } from "#contract/units.ts";
import { knownFacts, vehicleFacts } from "./vehicle-facts.ts";

const bare = { ...minimalVehicle, transmission: "" };

test("a customer sees only known facts of a vehicle", () => {
  expect(knownFacts(bare, defaultUnits)).toEqual([{ name: "year", label: "Año", value: "2023" }]);
  expect(knownFacts({ ...bare, mileage: 0 }, defaultUnits).map(({ value }) => value)).toEqual([
    "2023",
    "0 mi",
  ]);
});

test("a customer sees the engine that a dealer entered", () => {
  expect(knownFacts({ ...bare, engine: "1.6 L Turbo" }, defaultUnits)).toContainEqual({
    name: "engine",
    label: "Motor",
    value: "1.6 L Turbo",
  });
});

test("a dealer sees a dash for an unknown fact", () => {
  expect(vehicleFacts(bare, defaultUnits).map(({ name, value }) => [name, value])).toContainEqual([
    "mileage",
    "—",
  ]);
});
