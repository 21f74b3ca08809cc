import { expect, test } from "vitest";
import { formatMileage } from "./format-vehicle.ts";

test.each([
  [12_345, "12,345 mi"],
  [0, "0 mi"],
  [null, "—"],
])("a visitor reads the mileage %j as %s", (mileage, shown) => {
  expect(formatMileage(mileage)).toBe(shown);
});
