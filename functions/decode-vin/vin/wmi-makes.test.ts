import { expect, it } from "vitest";
import { listedMake } from "./wmi-makes.ts";

it.each([
  ["VSSZZZ5FZLR123456", "Seat"],
  ["XTA217030C0123456", "Lada"],
  ["LSJW74097LZ123456", "MG"],
  ["U5YPC81ABCL123456", "Kia"],
  ["9BSG4X20003123456", "Scania"],
  ["988226117LKC12345", undefined],
  ["LGBH52E00LY123456", undefined],
  ["VSR00000000123456", undefined],
])("maps the manufacturer of %s to the make %s", (vin, make) => {
  expect(listedMake(vin)).toBe(make);
});
