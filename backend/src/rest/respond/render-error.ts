import { retryAfter } from "../../http/admission.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Role } from "../../postgres/caller-statement.ts";
import { classifyFailure, type DatabaseFailure, isClash } from "../../postgres/failures.ts";
import { Overloaded } from "../../postgres/limiter.ts";
import { restError } from "../rest-error.ts";

/** Renders `{code,message,details,hint}` with its status (PostgREST, errorResponseFor). */
export function renderError({ code, message, details, hint, status, headers }: ApiError): Response {
  return Response.json({ code, message, details, hint }, { status, headers });
}

/**
 * Maps any error to an API error. `role` is null before the caller is identified. Unexpected errors
 * become XX000.
 */
export function toRestError(error: unknown, role: Role | null): ApiError {
  if (error instanceof ApiError) return error.status === 401 ? rejectToken(error) : error;
  if (error instanceof Overloaded) {
    const hint = "Ask for less at a time, or again in a moment.";
    return restError("overloaded", { message: "Too much is under way", hint, headers: retryAfter });
  }
  if (isClash(error)) {
    const message = "Others changed the same rows at the same time";
    const headers = { "Retry-After": "1" };
    return new ApiError({ status: 503, code: error.code, message, headers, cause: error });
  }
  const failure = classifyFailure(error);
  switch (failure.kind) {
    case "unreachable":
      return restError("PGRST000", { message: "Database connection error.", cause: error });
    case "timeout":
      return restError("PGRST003", {
        message: "The database did not answer in time.",
        cause: error,
      });
    case "sql":
      return fromState(failure, role, error);
    case "other":
      return restError("XX000", { message: "Internal error", cause: error });
  }
}

/**
 * Maps a token that was rejected before the query, or whose session has ended
 * (`private.check_session`).
 */
function rejectToken(cause: ApiError): ApiError {
  const isExpired = cause.code === "token_expired";
  return invalidToken(isExpired ? "PGRST303" : "PGRST301", cause.message, cause);
}

function invalidToken(code: "PGRST301" | "PGRST303", message: string, cause: unknown): ApiError {
  const headers = { "WWW-Authenticate": `Bearer error="invalid_token"` };
  return restError(code, { message, headers, cause });
}

function fromState(
  { state, message, detail, hint }: Extract<DatabaseFailure, { kind: "sql" }>,
  role: Role | null,
  cause: unknown,
): ApiError {
  if (state === "PT401") return invalidToken("PGRST301", message, cause);
  if (state === stackDepthExceeded) {
    const details = "The body nests deeper than PostgreSQL can follow.";
    return restError("PGRST102", { message: "Empty or invalid json", details, cause });
  }
  const status = statusOf(state, message, role);
  // Our own fault: the code helps support, the message is only logged.
  if (status === 500)
    return new ApiError({ status, code: state, message: "Internal error", cause });
  const headers: Record<string, string> = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  const details = rowInDetail.test(state) && role !== "service_role" ? null : detail;
  return new ApiError({ status, code: state, message, details, hint, headers, cause });
}

/**
 * The detail of a constraint violation contains the whole row if a security definer function wrote
 * it, including columns that the caller cannot read. Under row security PostgreSQL shows no row.
 */
const rowInDetail = /^235(02|14)$/;

/** Filters cannot nest that deep (Scanner), so it was the JSON of the body. */
const stackDepthExceeded = "54001";

/** The HTTP status of an SQLSTATE (PostgREST, mapSQLtoHTTP); for a raised `PTnnn` it is nnn. */
function statusOf(state: string, message: string, role: Role | null): number {
  const custom = /^PT([45]\d\d)$/.exec(state)?.[1];
  if (custom) return Number(custom);
  if (state === "21000") return message.endsWith("requires a WHERE clause") ? 400 : 500;
  if (state === "42501") return role === "anon" ? 401 : 403;
  return statuses.find(([states]) => states.test(state))?.[1] ?? 400;
}

const statuses: [RegExp, number][] = [
  [/^2350[35]$/, 409],
  [/^25006$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^P0001$/, 400],
  [/^(08|53)/, 503],
  [/^(0L|0P|28)/, 403],
  [/^(42P17|09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/, 500],
];
