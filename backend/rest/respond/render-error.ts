import { retryAfter } from "#backend/http/admission.ts";
import { ApiError } from "#backend/http/api-error.ts";
import { classifyFailure, type DatabaseFailure, isClash } from "#backend/postgres/failures.ts";
import type { Role } from "#backend/postgres/identity.ts";
import { Overloaded } from "#backend/postgres/limiter.ts";
import { restError } from "../rest-error.ts";

/**
 * The HTTP status of an SQLSTATE (PostgREST, mapSQLtoHTTP). A `PTnnn` raised in SQL is the status
 * nnn.
 */
function statusOfState(
  state: string,
  { message, isAnonymous }: { message: string; isAnonymous: boolean },
): number {
  const custom = /^PT([45]\d\d)$/.exec(state)?.[1];
  if (custom) return Number(custom);
  switch (state) {
    case "23503":
    case "23505":
      return 409;
    case "25006":
      return 405;
    case "21000":
      return message.endsWith("requires a WHERE clause") ? 400 : 500;
    case "42883":
    case "42P01":
      return 404;
    case "42P17":
      return 500;
    case "42501":
      return isAnonymous ? 401 : 403;
    case "P0001":
      return 400;
  }
  return statusOfClass.get(state.slice(0, 2)) ?? 400;
}

const statusOfClass: ReadonlyMap<string, number> = new Map([
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53", 503],
  ["54", 400],
  ["55", 500],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0", 500],
  ["XX", 500],
]);

/**
 * An ApiError on the wire: `{code,message,details,hint}` with its status (PostgREST,
 * errorResponseFor).
 */
export function renderError({ code, message, details, hint, status, headers }: ApiError): Response {
  return Response.json({ code, message, details, hint }, { status, headers });
}

/**
 * Whatever went wrong, as a refusal of the catalogue. `role` is null before the caller is known;
 * what is unforeseen becomes XX000.
 */
export function toRestError(error: unknown, role: Role | null): ApiError {
  if (error instanceof ApiError) return error.status === 401 ? rejectToken(error) : error;
  if (error instanceof Overloaded) return overloaded();
  if (isClash(error)) return tooManyAtOnce(error);
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
 * Tokens are refused before PostgreSQL is asked, or by `private.check_session` because the session
 * has ended.
 */
function rejectToken(error: ApiError): ApiError {
  const isExpired = error.code === "token_expired";
  return invalidToken(isExpired ? "PGRST303" : "PGRST301", error.message, error);
}

function invalidToken(code: "PGRST301" | "PGRST303", message: string, cause: unknown): ApiError {
  return restError(code, {
    message,
    headers: { "WWW-Authenticate": `Bearer error="invalid_token"` },
    cause,
  });
}

function fromState(
  failure: Extract<DatabaseFailure, { kind: "sql" }>,
  role: Role | null,
  cause: unknown,
): ApiError {
  const { state, message, detail, hint } = failure;
  if (state === "PT401") return invalidToken("PGRST301", message, cause);
  if (state === stackDepthExceeded) return nestsTooDeep(cause);
  const status = statusOfState(state, { message, isAnonymous: role === "anon" });
  if (status === 500) return hidden(state, cause);
  const headers: Record<string, string> = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  return new ApiError({ status, code: state, message, details: detail, hint, headers, cause });
}

/** Filters cannot nest so deep (Scanner), so it was the JSON of the body. */
const stackDepthExceeded = "54001";

function nestsTooDeep(cause: unknown): ApiError {
  const details = "The body nests deeper than PostgreSQL can follow.";
  return restError("PGRST102", { message: "Empty or invalid json", details, cause });
}

function tooManyAtOnce(cause: { code: string }): ApiError {
  const message = "Others changed the same rows at the same time";
  const headers = { "Retry-After": "1" };
  return new ApiError({ status: 503, code: cause.code, message, headers, cause });
}

function overloaded(): ApiError {
  return restError("overloaded", {
    message: "Too much is under way",
    hint: "Ask for less at a time, or again in a moment.",
    headers: retryAfter,
  });
}

/** A fault of ours: the code helps support, the words are for the log. */
function hidden(code: string, cause: unknown): ApiError {
  return new ApiError({ status: 500, code, message: "Internal error", cause });
}
