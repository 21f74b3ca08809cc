import { describe, expect, it } from "vitest";
import {
  noAuditFilter,
  readAuditFilter,
  timeRangeOf,
  withFilterValue,
  writeAuditFilter,
} from "./audit-filter.ts";

const id = "11111111-1111-4111-8111-111111111111";

describe("an administrator's filter of the audit log", () => {
  it("survives the round trip through the URL", () => {
    const filter = {
      actor: id,
      impersonated: id,
      action: "delete",
      from: "2026-11-01",
      until: "2026-11-21",
    } as const;
    const address = writeAuditFilter(filter).toString();
    expect(readAuditFilter(new URLSearchParams(address))).toEqual(filter);
  });

  it("can select changes made without impersonation", () => {
    const filter = { ...noAuditFilter, impersonated: "ninguna" };
    expect(readAuditFilter(writeAuditFilter(filter))).toEqual(filter);
  });

  it("adds nothing to the URL when empty", () => {
    expect(writeAuditFilter(noAuditFilter).toString()).toBe("");
  });

  it.each(["actor=x", "cuenta=1,2", "accion=leer", "desde=ayer", "hasta=2026-13-40"])(
    "ignores the invalid parameter %s",
    (address) => {
      expect(readAuditFilter(new URLSearchParams(address))).toEqual(noAuditFilter);
    },
  );

  it("sets and clears a value", () => {
    const chosen = withFilterValue(noAuditFilter, "action", "update");
    expect(chosen).toEqual({ ...noAuditFilter, action: "update" });
    expect(withFilterValue(chosen, "action", "")).toEqual(noAuditFilter);
  });

  it("includes the whole last day", () => {
    const { first = "", before = "" } = timeRangeOf({
      ...noAuditFilter,
      from: "2026-11-21",
      until: "2026-11-21",
    });
    const late = new Date("2026-11-21T23:59:59.999");
    expect(new Date(first)).toEqual(new Date("2026-11-21T00:00:00"));
    expect(late < new Date(before)).toBe(true);
    expect(new Date(before)).toEqual(new Date("2026-11-22T00:00:00"));
    expect(timeRangeOf(noAuditFilter)).toEqual({});
  });
});
