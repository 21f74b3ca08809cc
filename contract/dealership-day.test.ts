import { expect, test } from "vitest";
import { addDays, daysBetween, knownZone, localDay, zoneHere } from "./dealership-day.ts";

test("a dealer in Los Angeles is still in November when UTC is in December", () => {
  const late = new Date("2026-12-01T07:22:00Z");
  expect(localDay(late, "America/Los_Angeles")).toBe("2026-11-30");
  expect(localDay(late, "UTC")).toBe("2026-12-01");
  expect(localDay(late, "Asia/Tokyo")).toBe("2026-12-01");
});

test.each([
  ["Mars/Olympus", "America/New_York"],
  ["Mars/A-99", "America/New_York"],
  ["PST", "America/New_York"],
  ["", "America/New_York"],
  ["Etc/GMT+5", "Etc/GMT+5"],
  ["America/Port-au-Prince", "America/Port-au-Prince"],
])("a dealership with the time zone %j has the days of %s", (zone, known) => {
  expect(knownZone(zone)).toBe(known);
  expect(knownZone(zone, "Asia/Tokyo")).toBe(known === zone ? zone : "Asia/Tokyo");
});

test("a dealership without a time zone gets the device's", () => {
  expect(zoneHere({})).toBe(knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone));
  expect(zoneHere({ zone: "Asia/Tokyo" })).toBe("Asia/Tokyo");
});

test("days are counted by the calendar across clock changes", () => {
  expect(addDays("2026-10-31", 2)).toBe("2026-11-02");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(daysBetween("2026-03-07", "2026-03-09")).toBe(2);
  expect(daysBetween("2026-11-02", "2026-10-31")).toBe(-2);
});
