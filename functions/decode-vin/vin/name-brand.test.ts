import { expect, test } from "vitest";
import { nameBrand } from "./describe-vehicle.ts";

test.each([
  ["Hyundai", "Hyundai"],
  ["HYUNDAI", "Hyundai"],
  ["BMW", "BMW"],
  ["GMC", "GMC"],
  ["MINI", "MINI"],
  ["MERCEDES-BENZ", "Mercedes-Benz"],
  ["LAND ROVER", "Land Rover"],
  ["Alfa Romeo", "Alfa Romeo"],
  ["NIKOLA ", "Nikola"],
  ["", ""],
])("spells the make %j as %j", (make, expected) => {
  expect(nameBrand(make)).toBe(expected);
});
