import { describe, expect, it } from "vitest";
import type { Lead } from "#contract/lead.ts";
import { dayAfter } from "#web/ui/day-after.ts";
import { othersOfEach, shortTime, stepDay, waitingTime } from "./describe-lead.ts";
import { sampleLead } from "./fixtures.ts";

const now = new Date(2026, 10, 21, 9, 30);

describe("when a lead came in", () => {
  it.each([
    [new Date(2026, 10, 21, 0, 5), "00:05"],
    [new Date(2026, 10, 20, 23, 59), "ayer"],
    [new Date(2026, 10, 18, 12), "mié"],
    [new Date(2026, 10, 15, 8), "dom"],
    [new Date(2026, 10, 14, 23), "14 nov"],
    [new Date(2025, 10, 21, 9), "21 nov 2025"],
  ])("is said shortly: %s", (then, words) => {
    expect(shortTime(then, now)).toBe(words);
  });

  it("is a time of day for a clock that runs ahead of the reader's", () => {
    expect(shortTime(new Date(2026, 10, 22, 0, 1), new Date(2026, 10, 21, 23, 59))).toBe("00:01");
  });
});

describe("the day of a next step", () => {
  it.each([
    [-1, "Desde el 20 nov"],
    [0, "Hoy"],
    [1, "Mañana"],
    [6, "vie, 27 nov"],
  ])("is said as a dealer says it, %s days from now", (days, words) => {
    expect(stepDay(dayAfter(days, now), now)).toBe(words);
  });
});

describe("how long a customer waits", () => {
  it.each([
    [0, "0 min"],
    [12, "12 min"],
    [59.9, "59 min"],
    [60, "1 h"],
    [1439, "23 h"],
    [1440, "1 día"],
    [4000, "2 días"],
  ])("is said in one unit: %d minutes", (minutes, words) => {
    expect(waitingTime(new Date(now.getTime() - minutes * 60_000), now)).toBe(words);
  });
});

describe("what one person asked besides", () => {
  const lead = (id: string, ways: Partial<Lead>): Lead => ({
    ...sampleLead,
    phone: null,
    email: null,
    ...ways,
    id,
  });
  const others = othersOfEach([
    lead("newest", { phone: "+13055550100", email: "carla@example.com" }),
    lead("by e-mail", { email: "carla@example.com" }),
    lead("by phone", { kind: "referral", referred_name: "C", referred_phone: "+13055550100" }),
    lead("unknown", {}),
    lead("unknown too", {}),
  ]);
  const idsOf = (id: string) => others.get(id)?.map((other) => other.id);

  it("is found by phone and by e-mail, the newest first", () => {
    expect(idsOf("newest")).toEqual(["by e-mail", "by phone"]);
    expect(idsOf("by e-mail")).toEqual(["newest"]);
  });

  it("is nothing for who left neither", () => {
    expect(idsOf("unknown")).toEqual([]);
  });
});
