import { describe, expect, it } from "vitest";
import { isUnfiltered, noLeadFilter, readLeadFilter, writeLeadFilter } from "./lead-filter.ts";

const seller = "0b9c3a52-6e0f-4b55-9d2f-3f1c7f2f0a11";

describe("a dealer's filter of the leads", () => {
  it.each([
    noLeadFilter,
    { state: "En atención", kind: "referral", seller, text: "Carla +1 305", due: true },
    { ...noLeadFilter, state: "Nuevo" },
  ] as const)("survives the round trip through the URL: %j", (filter) => {
    const address = writeLeadFilter(new URLSearchParams(), filter).toString();
    expect(readLeadFilter(new URLSearchParams(address))).toEqual(filter);
  });

  it("adds nothing to the URL when empty", () => {
    const before = new URLSearchParams("estado=nuevo&tipo=general&q=x&prospecto=7");
    expect(writeLeadFilter(before, noLeadFilter).toString()).toBe("prospecto=7");
    expect(isUnfiltered(noLeadFilter)).toBe(true);
    expect(isUnfiltered({ ...noLeadFilter, kind: "referral" })).toBe(false);
  });

  it.each(["estado=Nuevo%20", "tipo=otro", "vendedor=1)or(true", "q=", "para=siempre"])(
    "ignores the invalid parameter %j",
    (address) => {
      expect(readLeadFilter(new URLSearchParams(address))).toEqual(noLeadFilter);
    },
  );
});
