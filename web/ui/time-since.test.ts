import { describe, expect, it } from "vitest";
import { timeSince } from "./time-since.ts";

const now = new Date("2026-11-21T12:00:00Z");

describe("the age of a request", () => {
  it.each([
    ["2026-11-21T11:59:40Z", "ahora"],
    ["2026-11-21T12:00:30Z", "ahora"],
    ["2026-11-21T11:58:00Z", "hace 2 minutos"],
    ["2026-11-21T09:01:00Z", "hace 2 horas"],
    ["2026-11-20T11:00:00Z", "ayer"],
    ["2026-11-11T12:00:00Z", "hace 10 días"],
  ])("of %s is shown as %j", (then, words) => {
    expect(timeSince(new Date(then), now)).toBe(words);
  });
});
