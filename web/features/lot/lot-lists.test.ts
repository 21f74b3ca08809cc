import { describe, expect, test } from "vitest";
import { LOT_AGES, lotAgeOf } from "#contract/lot-age.ts";
import { LISTING_GAPS, readList, totalWithCoverage, vehiclesInList } from "./lot-lists.ts";
import type { LotVehicle } from "./lot-queries.ts";

const vehicle = (changes: Partial<LotVehicle>): LotVehicle => ({
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  title: "Hyundai Kona 2023",
  price: "15000",
  price_amount: 15000,
  cost: null,
  since: "2026-11-20",
  days: 0,
  views: 0,
  contacts: 1,
  lacks_photos: false,
  lacks_description: false,
  ...changes,
});

const lot = [
  vehicle({ days: 0, cost: 0.1 }),
  vehicle({ days: 30, cost: 0.2 }),
  vehicle({ days: 31, price: "A consultar", price_amount: null }),
  vehicle({ days: 45, lacks_photos: true, contacts: 0 }),
  vehicle({ days: 46, lacks_description: true }),
  vehicle({ days: 60 }),
  vehicle({ days: 61, lacks_photos: true }),
];

describe("the lists of a dealer's lot", () => {
  test("put each vehicle into exactly one age group", () => {
    expect(LOT_AGES.map((age) => vehiclesInList(age, lot).map(({ days }) => days))).toEqual([
      [0, 30],
      [31, 45],
      [46, 60],
      [61],
    ]);
    expect(lot.map(({ days }) => lotAgeOf(days))).toEqual([
      "0-30",
      "0-30",
      "31-45",
      "31-45",
      "46-60",
      "46-60",
      "61-mas",
    ]);
  });

  test("show what each vehicle lacks", () => {
    expect(LISTING_GAPS.map((gap) => vehiclesInList(gap, lot).length)).toEqual([1, 2, 1, 1]);
  });

  test("show sums to the cent, and how many vehicles they cover", () => {
    expect(totalWithCoverage(lot, "price_amount")).toEqual({ total: 90000, known: 6 });
    expect(totalWithCoverage(lot, "cost")).toEqual({ total: 0.3, known: 2 });
    expect(totalWithCoverage(lot.slice(2), "cost")).toBeNull();
  });

  test.each([
    ["lista=61-mas", "61-mas"],
    ["lista=toString", "todos"],
    ["", "todos"],
  ])("read %j from the URL as %s", (words, list) => {
    expect(readList(new URLSearchParams(words))).toBe(list);
  });
});
