import { describe, expect, it } from "vitest";
import {
  momentsOf,
  noAuditFilter,
  readAuditFilter,
  withAuditChoice,
  writeAuditFilter,
} from "./audit-filter.ts";

const id = "11111111-1111-4111-8111-111111111111";

describe("an admin's filter of the audit log", () => {
  it("survives the way through the address", () => {
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

  it("may be for what was done in nobody's name", () => {
    const filter = { ...noAuditFilter, impersonated: "ninguna" };
    expect(readAuditFilter(writeAuditFilter(filter))).toEqual(filter);
  });

  it("leaves nothing in the address when it is empty", () => {
    expect(writeAuditFilter(noAuditFilter).toString()).toBe("");
  });

  it.each(["actor=x", "cuenta=1,2", "accion=leer", "desde=ayer", "hasta=2026-13-40"])(
    "lets everything through with %s in the address",
    (address) => {
      expect(readAuditFilter(new URLSearchParams(address))).toEqual(noAuditFilter);
    },
  );

  it("takes over what a box gives, and drops it again", () => {
    const chosen = withAuditChoice(noAuditFilter, "action", "update");
    expect(chosen).toEqual({ ...noAuditFilter, action: "update" });
    expect(withAuditChoice(chosen, "action", "")).toEqual(noAuditFilter);
  });

  it("includes the whole of its last day", () => {
    const { first = "", before = "" } = momentsOf({
      ...noAuditFilter,
      from: "2026-11-21",
      until: "2026-11-21",
    });
    const late = new Date("2026-11-21T23:59:59.999");
    expect(new Date(first)).toEqual(new Date("2026-11-21T00:00:00"));
    expect(late < new Date(before)).toBe(true);
    expect(new Date(before)).toEqual(new Date("2026-11-22T00:00:00"));
    expect(momentsOf(noAuditFilter)).toEqual({});
  });
});
