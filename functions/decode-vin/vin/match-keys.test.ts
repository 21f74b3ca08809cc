import { expect, test } from "vitest";
import { matchesKeys } from "./describe-vehicle.ts";

const vin = "KM8K2CAB4PU001140";

test.each([
  ["K2CAB", true],
  ["K[2356][C32]", true],
  ["K2", true],
  ["****B", true],
  ["K2CAB|PU", true],
  ["*****|*U", true],
  ["K#C", true],
  ["K[0-4]C", true],
  ["L2CAB", false],
  ["K[3-6]C", false],
  ["K#####", false],
  ["K2CAC|PU", false],
  ["*****|*A", false],
  ["", false],
])("the keys %j fit the VIN's positions 4-8 and 10-17: %s", (keys, expected) => {
  expect(matchesKeys(keys, vin)).toBe(expected);
});
