import { expect, test } from "vitest";
import { daysInStock } from "./days-in-stock.ts";

const losAngeles = "America/Los_Angeles";
const lateOnThe30th = new Date("2026-12-01T07:22:00Z");

test.each([
  // 23:00 on the 29th, and 00:30 on the 30th.
  ["2026-11-30T07:00:00Z", undefined, 1],
  ["2026-11-30T08:30:00Z", undefined, 0],
  ["2026-11-30T08:30:00Z", "2026-11-30", 0],
  ["2026-11-30T08:30:00Z", "2026-11-01", 29],
  // DST ended on November 1.
  ["2026-11-01T06:59:59Z", undefined, 30],
  ["2026-11-01T07:00:00Z", undefined, 29],
])(
  "a dealer at 23:22 in Los Angeles counts days from midnight: %s, %s",
  (created, acquired, days) => {
    const vehicle = { created_at: created, acquired_on: acquired };
    expect(daysInStock(vehicle, losAngeles, lateOnThe30th)).toBe(days);
  },
);
