import { describe, expect, it } from "vitest";
import type { Lead } from "#contract/customers/lead.ts";
import { addDays } from "#contract/dealership-day.ts";
import {
  formatLongTime,
  formatSheetTime,
  formatShortTime,
  formatStepDay,
  formatWaitingTime,
  relatedLeads,
} from "./describe-lead.ts";
import { sampleLead } from "./fixtures.ts";

const now = new Date("2026-11-21T14:30:00Z");

describe("the time at which a dealer's lead came in", () => {
  // A time zone in which tests never run.
  const zone = "America/Los_Angeles";

  it.each([
    ["2026-11-21T08:05:00Z", "00:05"],
    ["2026-11-21T07:59:00Z", "ayer"],
    ["2026-11-18T20:00:00Z", "mié"],
    ["2026-11-15T16:00:00Z", "dom"],
    ["2026-11-15T07:00:00Z", "14 nov"],
    ["2025-11-22T05:00:00Z", "21 nov 2025"],
  ])("is short and in the dealership's time zone: %s", (then, words) => {
    expect(formatShortTime(new Date(then), now, zone)).toBe(words);
  });

  it("is a time of day if the server's clock runs ahead", () => {
    const [then, before] = [new Date("2026-11-22T08:01:00Z"), new Date("2026-11-22T07:59:00Z")];
    expect(formatShortTime(then, before, zone)).toBe("00:01");
  });

  it.each([
    // DST ends in Los Angeles and starts in Madrid; São Paulo had no midnight on that day.
    ["2026-11-01T08:30:00Z", "America/Los_Angeles", "2026-11-01 01:30"],
    ["2026-11-01T09:30:00Z", "America/Los_Angeles", "2026-11-01 01:30"],
    ["2026-03-29T01:00:00Z", "Europe/Madrid", "2026-03-29 03:00"],
    ["2018-11-04T03:00:00Z", "America/Sao_Paulo", "2018-11-04 01:00"],
    ["2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01 00:00"],
    ["2026-12-31T18:14:59Z", "Asia/Kathmandu", "2026-12-31 23:59"],
  ])("is %s in a spreadsheet of %s", (then, place, cell) => {
    expect(formatSheetTime(new Date(then), place)).toBe(cell);
  });

  it("is written in full in the dealership's time zone", () => {
    expect(formatLongTime(new Date("2026-11-21T07:59:00Z"), zone)).toContain("20 de noviembre");
  });
});

describe("the day of a lead's next step", () => {
  it.each([
    [-1, "Desde el 20 nov"],
    [0, "Hoy"],
    [1, "Mañana"],
    [6, "vie, 27 nov"],
  ])("reads naturally %s days from now", (days, words) => {
    expect(formatStepDay(addDays("2026-11-21", days), "2026-11-21")).toBe(words);
  });
});

describe("the time that a customer has waited", () => {
  it.each([
    [0, "0 min"],
    [12, "12 min"],
    [59.9, "59 min"],
    [60, "1 h"],
    [1439, "23 h"],
    [1440, "1 día"],
    [4000, "2 días"],
  ])("is shown in one unit: %d minutes", (minutes, words) => {
    expect(formatWaitingTime(new Date(now.getTime() - minutes * 60_000), now)).toBe(words);
  });
});

describe("a customer's other leads", () => {
  const lead = (id: string, contact: Partial<Lead>): Lead => ({
    ...sampleLead,
    phone: null,
    email: null,
    ...contact,
    id,
  });
  const others = relatedLeads([
    lead("newest", { phone: "+13055550100", email: "carla@example.com" }),
    lead("by e-mail", { email: "carla@example.com" }),
    lead("by phone", { kind: "referral", referred_name: "C", referred_phone: "+13055550100" }),
    lead("with the 9", { phone: "+5511987654321", email: "Ana@example.com" }),
    lead("without it", { phone: "+551187654321" }),
    lead("in lower case", { email: "ana@example.com" }),
    lead("unknown", {}),
    lead("unknown too", {}),
  ]);
  const idsOf = (id: string) => others.get(id)?.map((other) => other.id);

  it("are matched by phone and e-mail, newest first", () => {
    expect(idsOf("newest")).toEqual(["by e-mail", "by phone"]);
    expect(idsOf("by e-mail")).toEqual(["newest"]);
  });

  it("are matched across spellings of the phone or e-mail", () => {
    expect(idsOf("with the 9")).toEqual(["without it", "in lower case"]);
    expect(idsOf("without it")).toEqual(["with the 9"]);
    expect(idsOf("in lower case")).toEqual(["with the 9"]);
  });

  it("are none for a customer who left neither", () => {
    expect(idsOf("unknown")).toEqual([]);
  });
});
