import { DatabaseError } from "pg";

/** What went wrong between us and PostgreSQL, as far as a caller's answer depends on it. */
export type DatabaseFailure =
  | { kind: "unreachable" | "timeout" | "other" }
  | ({ kind: "sql"; state: string } & Told);

type Told = Pick<DatabaseError, "message" | "detail" | "hint" | "constraint">;

type ConnectionFault =
  | "CONNECT_FAILED"
  | "CONNECTION_LOST"
  | "READ_TIMEOUT"
  | "READ_ONLY_SERVER"
  | "POOL_FULL"
  | "POOL_TIMEOUT";

/** No connection to PostgreSQL, or one that ended or is of no use, which pg tells by words. */
export class ConnectionError extends Error {
  readonly code: ConnectionFault;

  constructor(code: ConnectionFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Whether it is an error of the system's, or of PostgreSQL's, with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): error is Error & { code: string } {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** Codes of the operating system that mean "no database there", or none that can write now. */
const unreachableCodes = "ECONNREFUSED ECONNRESET ENOENT ENOSPC ENOTFOUND EPIPE ETIMEDOUT".split(
  " ",
);

/**
 * SQLSTATE classes 08 (connection), 40 (a transaction that others made impossible), 53 (disk,
 * memory, connections), 57P (shutdown, start-up), 25P03 and 25P04 (a transaction that took too
 * long), and 55P03 (a lock that did not come free in time).
 */
const unreachableStates = /^(08|40|53|55P03|57P0|25P03|25P04)/;

/** Of these, what PostgreSQL says over a connection that stays. */
const refusalStates = /^(40|53|55P03)/;

/**
 * Whether PostgreSQL ends the connection with this error, as for a database that is gone. Those
 * have the codes of what a caller may not do, and name what is nobody's business.
 */
function isFatal({ severity = "" }: DatabaseError): boolean {
  return /^(FATAL|PANIC)$/.test(severity);
}

/** SQLSTATE class 40: of several who waited for each other's rows PostgreSQL rolled one back. */
const clashStates = /^40/;

/** Whether the statement was rolled back because others had its rows in another order. */
export function isClash(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && clashStates.test(error.code ?? "");
}

/** Whether the connection has ended that this error came over, and with it what was open on it. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code === "CONNECTION_LOST";
  if (!(error instanceof DatabaseError)) return false;
  const { code = "" } = error;
  return isFatal(error) || (unreachableStates.test(code) && !refusalStates.test(code));
}

/** Sorts any error thrown by a query into the few kinds that callers answer differently. */
export function classifyFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseError) return classifySqlState(error);
  if (error instanceof ConnectionError) {
    return { kind: error.code === "POOL_TIMEOUT" ? "timeout" : "unreachable" };
  }
  return { kind: hasCode(error, ...unreachableCodes) ? "unreachable" : "other" };
}

function classifySqlState(error: DatabaseError): DatabaseFailure {
  const { code = "", message, detail, hint, constraint } = error;
  if (isFatal(error) || unreachableStates.test(code)) return { kind: "unreachable" };
  if (code === "57014") return { kind: "timeout" };
  return { kind: "sql", state: code, message, detail, hint, constraint };
}
