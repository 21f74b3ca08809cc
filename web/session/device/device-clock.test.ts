import { expect, test } from "vitest";
import { isClockWrong } from "./device-clock.ts";

const now = Date.parse("2026-11-27T12:00:00Z");
const minutes = (count: number) => now + count * 60_000;

test.each([
  [0, false],
  [29, false],
  [-29, false],
  [60, true],
  [-60, true],
  [60 * 24 * 365, true],
])("a device clock %i minutes ahead counts as wrong: %s", (ahead, isWrong) => {
  expect(isClockWrong(now, minutes(ahead))).toBe(isWrong);
});

test("a response without a date says nothing about the clock", () => {
  expect(isClockWrong(Number.NaN, now)).toBe(false);
});
