import { expect, test } from "vitest";
import { Profile } from "../session-user.ts";
import { ownUnits } from "./use-units.ts";

const cop = { currency: "COP", distance: "km" };
const dealer = { id: "d", role: "concesionario" };
const seller = { id: "s", role: "vendedor", dealership_id: "d" };

test.each([
  ["a dealership", { ...dealer, config: { profile: cop } }, cop],
  ["its salesperson", { ...seller, employer: cop }, cop],
  ["a salesperson who says another one", { ...seller, config: { profile: cop } }, null],
  [
    "a dealership with opening hours",
    { ...dealer, config: { profile: { ...cop, hours: { zone: "America/Bogota" } } } },
    { ...cop, zone: "America/Bogota" },
  ],
  [
    "a salesperson of it",
    { ...seller, employer: { ...cop, zone: "America/Bogota" } },
    { ...cop, zone: "America/Bogota" },
  ],
  ["one whose dealership is hidden", { ...seller, employer: null }, null],
])("%s knows the units of their vehicles right after sign-in", (_who, row, units) => {
  const standard = { currency: "USD", distance: "mi" };
  expect(ownUnits(Profile.parse(row))).toEqual(units ?? standard);
});
