import { expect, test } from "vitest";
import { factsOf, knownFactsOf } from "./vehicle-facts.ts";

const bare = {
  year: 2023,
  mileage: null,
  transmission: "",
  color: null,
  fuel_type: null,
  doors: null,
  engine: null,
};

test("a customer reads only what is known of a vehicle", () => {
  expect(knownFactsOf(bare)).toEqual([{ name: "year", label: "Año", value: "2023" }]);
  expect(knownFactsOf({ ...bare, mileage: 0 }).map(({ value }) => value)).toEqual(["2023", "0 mi"]);
});

test("its dealer sees what is missing", () => {
  expect(factsOf(bare).map(({ name, value }) => [name, value])).toContainEqual(["mileage", "—"]);
});
