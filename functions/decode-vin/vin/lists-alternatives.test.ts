import { expect, test } from "vitest";
import { listsAlternatives } from "./describe-vehicle.ts";

test.each([
  ["L/LE/SE/XLE", true],
  ["SR/SR5", true],
  ["LX, S", true],
  ["Big Horn / Lone Star", true],
  ["SX-PRESTIGE or SX-P", true],
  ["SE and SEL", true],
  ["675 & Special Edition", true],
  ["C/V/R/T", true],
  ["N/A", true],
  ["R/T", false],
  ["IROC R/T", false],
  ["RT/10", false],
  ["C/K Pickup", false],
  ["SE w/ Tech", false],
  ["EX-L", false],
  ["Grand Touring", false],
])("the value %j lists alternatives: %s", (value, expected) => {
  expect(listsAlternatives(value)).toBe(expected);
});
