import { DatabaseError } from "pg";

/** The kinds of database failure that lead to different responses. */
export type DatabaseFailure =
  | { kind: "unreachable" | "timeout" | "other" }
  | ({ kind: "sql"; state: string; isRaised: boolean } & SqlDetails);

type SqlDetails = Pick<DatabaseError, "message" | "detail" | "hint" | "constraint">;

type ConnectionFault =
  | "CONNECT_FAILED"
  | "CONNECTION_LOST"
  | "READ_TIMEOUT"
  | "READ_ONLY_SERVER"
  | "POOL_FULL"
  | "POOL_TIMEOUT";

/**
 * A connection that could not be opened, was lost or is unusable. pg only reports these by message.
 */
export class ConnectionError extends Error {
  readonly code: ConnectionFault;

  constructor(code: ConnectionFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Whether it is an error with one of these codes, of the system or of PostgreSQL. */
export function hasCode(error: unknown, ...codes: string[]): error is Error & { code: string } {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** System error codes that mean that the database is unreachable or cannot write. */
const unreachableCodes = "ECONNREFUSED ECONNRESET ENOENT ENOSPC ENOTFOUND EPIPE ETIMEDOUT".split(
  " ",
);

/**
 * SQLSTATE classes 08 (connection), 40 (transaction rollback), 53 (disk, memory, connections), 57P
 * (shutdown, start-up), 25P03 and 25P04 (transaction timeouts), and 55P03 (lock timeout).
 */
const unreachableStates = /^(08|40|53|55P03|57P0|25P03|25P04)/;

/** Those after which the connection stays usable. */
const refusalStates = /^(40|53|55P03)/;

/**
 * Whether PostgreSQL ends the connection with this error. Fatal errors share codes with permission
 * errors, and their messages name internals, so they are not passed on.
 */
function isFatal({ severity = "" }: DatabaseError): boolean {
  return /^(FATAL|PANIC)$/.test(severity);
}

/** SQLSTATE class 40: serialization failures and deadlocks. */
const clashStates = /^40/;

/** Whether a concurrent transaction caused the rollback, so that a retry may succeed. */
export function isClash(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && clashStates.test(error.code ?? "");
}

/** Whether the connection is lost, and with it anything open on it. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code === "CONNECTION_LOST";
  if (!(error instanceof DatabaseError)) return false;
  const { code = "" } = error;
  return isFatal(error) || (unreachableStates.test(code) && !refusalStates.test(code));
}

/** PostgreSQL's routine behind PL/pgSQL's `raise`: the message is the schema's own. */
const raiseRoutine = "exec_stmt_raise";

/** Classifies an error of a query. */
export function classifyFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseError) return classifySqlState(error);
  if (error instanceof ConnectionError) {
    return { kind: error.code === "POOL_TIMEOUT" ? "timeout" : "unreachable" };
  }
  return { kind: hasCode(error, ...unreachableCodes) ? "unreachable" : "other" };
}

function classifySqlState(error: DatabaseError): DatabaseFailure {
  const { code = "", message, detail, hint, constraint, routine } = error;
  if (isFatal(error) || unreachableStates.test(code)) return { kind: "unreachable" };
  if (code === "57014") return { kind: "timeout" };
  const isRaised = routine === raiseRoutine;
  return { kind: "sql", state: code, isRaised, message, detail, hint, constraint };
}
