import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { classifyFailure, isConnectionLost } from "./failures.ts";
import { markLost } from "./lost-errors.ts";

function sqlError(code: string, severity: string) {
  const words = { code, severity, message: 'password of role "vitrina_owner"' };
  return Object.assign(new postgres.PostgresError("refused"), words);
}

describe("classifyFailure", () => {
  it.each(["28P01", "28000", "3D000", "55000", "42501", "53300", "57P03", "25P04"])(
    "takes %s that ends the connection for a database out of reach",
    (state) => {
      const error = sqlError(state, "FATAL");
      expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
      expect(isConnectionLost(error)).toBe(true);
    },
  );

  it.each(["28P01", "42501", "55000", "25006"])(
    "leaves %s that a statement met to the caller",
    (state) => {
      const error = sqlError(state, "ERROR");
      expect(classifyFailure(error)).toMatchObject({ kind: "sql", state });
      expect(isConnectionLost(error)).toBe(false);
    },
  );

  it("believes a pooler that tells the severity in the older field alone", () => {
    const error = Object.assign(new postgres.PostgresError("no such tenant"), { code: "XX000" });
    expect(classifyFailure(error)).toMatchObject({ kind: "sql" });
    Object.assign(error, { severity_local: "FATAL" });
    expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
  });

  it("takes a lock that did not come free for a database that has no time, over a connection that stays", () => {
    const error = sqlError("55P03", "ERROR");
    expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
    expect(isConnectionLost(error)).toBe(false);
  });

  it("takes whatever ended a connection for a database out of reach, and the same code of a file for a fault", () => {
    const denied = Object.assign(new Error("connect EACCES"), { code: "EACCES" });
    expect(classifyFailure(denied)).toEqual({ kind: "other" });
    expect(classifyFailure(markLost(denied))).toEqual({ kind: "unreachable" });
  });
});
