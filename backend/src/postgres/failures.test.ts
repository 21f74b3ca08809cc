import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { ConnectionError, classifyFailure, isConnectionLost } from "./failures.ts";

function sqlError(code: string, severity: string) {
  const error = new DatabaseError('password of role "notes_owner"', 0, "error");
  return Object.assign(error, { code, severity });
}

describe("classifyFailure", () => {
  it.each(["28P01", "28000", "3D000", "55000", "42501", "53300", "57P03", "25P04"])(
    "maps a fatal %s to an unreachable database",
    (state) => {
      const error = sqlError(state, "FATAL");
      expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
      expect(isConnectionLost(error)).toBe(true);
    },
  );

  it.each(["28P01", "42501", "55000", "25006"])(
    "passes %s of a statement on to the caller",
    (state) => {
      const error = sqlError(state, "ERROR");
      expect(classifyFailure(error)).toMatchObject({ kind: "sql", state });
      expect(isConnectionLost(error)).toBe(false);
    },
  );

  it("marks an error that the schema's own functions raised", () => {
    const raised = Object.assign(sqlError("42501", "ERROR"), { routine: "exec_stmt_raise" });
    const denied = Object.assign(sqlError("42501", "ERROR"), { routine: "aclcheck_error" });
    const marks = [raised, denied].map(classifyFailure);
    expect(marks).toMatchObject([{ isRaised: true }, { isRaised: false }]);
  });

  it("maps a lock timeout to an unreachable database, but keeps the connection", () => {
    const error = sqlError("55P03", "ERROR");
    expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
    expect(isConnectionLost(error)).toBe(false);
  });

  it("maps EACCES to an unreachable database only when connecting", () => {
    const denied = Object.assign(new Error("connect EACCES"), { code: "EACCES" });
    expect(classifyFailure(denied)).toEqual({ kind: "other" });
    const refused = new ConnectionError("CONNECT_FAILED", "connect EACCES", denied);
    expect(classifyFailure(refused)).toEqual({ kind: "unreachable" });
  });

  it("reports a connection as lost only if it had been established", () => {
    const kinds = ["CONNECTION_LOST", "CONNECT_FAILED", "READ_TIMEOUT"] as const;
    const lost = kinds.map((kind) => isConnectionLost(new ConnectionError(kind, "words")));
    expect(lost).toEqual([true, false, false]);
  });
});
