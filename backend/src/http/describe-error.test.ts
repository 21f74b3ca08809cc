import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { describeError, redactPersonalData } from "./log.ts";

describe("redactPersonalData", () => {
  it.each([
    ["550 5.1.1 <ana@example.com>: unknown", "550 5.1.1 <[e-mail]>: unknown"],
    ["call +1 (305) 555-0134 now", "call [number] now"],
    ["13055550134", "[number]"],
    ["from 203.0.113.7", "from [address]"],
    ["from 2001:db8:0:0:0:0:0:7", "from [address]"],
    [
      "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0",
      "Bearer [token]",
    ],
    ["refresh token 4f2b58a80db74f1d94bb84b4086daa40b1c2d3e4f5", "refresh token [token]"],
  ])("redacts %s", (text, expected) => {
    expect(redactPersonalData(text)).toBe(expected);
  });

  it.each([
    "connect ECONNREFUSED 127.0.0.1:5432",
    "object f2b58a80-db74-4f1d-94bb-84b4086daa40 is gone",
    "Migration 20261123100000_baseline failed",
    "at 20:41:23, 12 of 351 files",
  ])("leaves %s unchanged", (text) => {
    expect(redactPersonalData(text)).toBe(text);
  });
});

describe("describeError", () => {
  it("includes the causes with their stacks", () => {
    const cause = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    const described = describeError(new TypeError("no answer", { cause }));
    expect(described).toMatchObject({
      type: "TypeError",
      message: "no answer",
      cause: { type: "Error", message: "socket hang up", code: "ECONNRESET" },
    });
    expect(described.stack).toMatch(/^\s+at .*describe-error\.test/);
  });

  it("omits the row values that PostgreSQL quotes", () => {
    const fields = {
      code: "23514",
      message: 'new row for relation "letters" violates check constraint "letters_name_check"',
      detail: "Failing row contains (Ana Pérez, ana@example.com).",
      where: "PL/pgSQL function receive_lead(ana) line 3",
      table: "letters",
      constraint: "letters_name_check",
    };
    const error = Object.assign(new DatabaseError(fields.message, 0, "error"), fields);
    const text = JSON.stringify(describeError(error));
    expect(text).toContain("letters_name_check");
    expect(text).not.toMatch(/ana|Pérez/i);
  });

  it("omits a value that PostgreSQL could not parse", () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "Ana Pérez"'), {
      code: "22P02",
    });
    expect(describeError(error).message).toBe("invalid input syntax for type uuid: …");
  });

  it("accepts any thrown value", () => {
    expect(describeError("ana@example.com")).toEqual({ type: "string", message: "[e-mail]" });
    expect(describeError(undefined)).toEqual({ type: "undefined", message: "undefined" });
  });
});

it("a very long text is cut and redacted in bounded time", () => {
  expect(redactPersonalData(`/i/${"a".repeat(1_000_000)}`)).toBe("/i/[token]");
  expect(redactPersonalData("a ".repeat(500_000))).toHaveLength(1_000);
  expect(redactPersonalData("1 ".repeat(500_000)).length).toBeLessThan(1_001);
});
