import postgres from "postgres";
import { isMarkedLost } from "./lost-errors.ts";

/** What went wrong between us and PostgreSQL, as far as a caller's answer depends on it. */
export type DatabaseFailure =
  | { kind: "unreachable" }
  | { kind: "timeout" }
  | {
      kind: "sql";
      state: string;
      message: string;
      detail?: string;
      hint?: string;
      constraint?: string;
      column?: string;
    }
  | { kind: "other" };

/** Codes of the operating system, of postgres.js and of our pool that mean "no database there", or none that has time or can write now. */
const unreachableCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOSPC",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "POOL_FULL",
  "READ_ONLY_SERVER",
  "SASL_SIGNATURE_MISMATCH",
]);

/**
 * SQLSTATE classes 08 (connection), 40 (a transaction that others made impossible), 53 (disk, memory, connections), 57P01-57P03 (shutdown, start-up), and 55P03 (a lock that
 * did not come free in time).
 */
const unreachableStates = /^(08|40|53|55P03|57P0)/;

/** PostgreSQL cannot do it now and says so, over a connection that stays. */
const refusalStates = /^(40|53|55P03)/;

/**
 * Whether PostgreSQL ends the connection with this error, or refuses to open one: a password that was changed, a role or a database that is gone. Those have the codes of
 * what a caller may not do, and name what is nobody's business. Some poolers tell the severity in the older field alone.
 */
function isFatal({ severity, severity_local: localSeverity }: postgres.PostgresError): boolean {
  return /^(FATAL|PANIC)$/.test(severity ?? localSeverity);
}

/** SQLSTATE class 40: of several who waited for each other's rows PostgreSQL rolled one back, who gets through at the next try. */
const clashStates = /^40/;

/** Whether the statement was rolled back because others had its rows in another order. */
export function isClash(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && clashStates.test(error.code);
}

/** Whether the connection is gone that this error came over, and with it whatever was open on it. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError && !isFatal(error)) {
    if (refusalStates.test(error.code)) return false;
  }
  return classifyFailure(error).kind === "unreachable";
}

/** Sorts any error thrown by a query into the few kinds that callers answer differently. */
export function classifyFailure(error: unknown): DatabaseFailure {
  if (error instanceof postgres.PostgresError) return classifySqlState(error);
  if (!(error instanceof Error)) return { kind: "other" };
  if (isMarkedLost(error)) return { kind: "unreachable" };
  if (!("code" in error)) return { kind: "other" };
  if (error.code === "POOL_TIMEOUT") return { kind: "timeout" };
  return unreachableCodes.has(String(error.code)) ? { kind: "unreachable" } : { kind: "other" };
}

function classifySqlState(error: postgres.PostgresError): DatabaseFailure {
  if (isFatal(error) || unreachableStates.test(error.code)) return { kind: "unreachable" };
  if (error.code === "57014") return { kind: "timeout" };
  return {
    kind: "sql",
    state: error.code,
    message: error.message,
    detail: error.detail,
    hint: error.hint,
    constraint: error.constraint_name,
    column: error.column_name,
  };
}
