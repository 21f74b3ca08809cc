import type { Context } from "hono";
import type { Logger } from "pino";
import { retryAfter } from "#backend/http/admission.ts";
import { ApiError } from "#backend/http/api-error.ts";
import { isLeftMidway } from "#backend/http/connection.ts";
import { classifyFailure } from "#backend/postgres/failures.ts";
import { Overloaded } from "#backend/postgres/limiter.ts";
import { authError, WeakPasswordError } from "./auth-error.ts";

const versionHeader = "X-Supabase-Api-Version";
const codedVersion = "2024-01-01";

/**
 * The area's one place where an error becomes an answer: GoTrue's two formats, chosen by the API
 * version that the client names.
 */
export function renderError(log: Logger) {
  return (error: unknown, c: Context): Response => {
    const refusal = toRefusal(error);
    // A refusal that was meant stands in the request's own line.
    const isMeant = refusal === error || error instanceof Overloaded;
    const isUnforeseen = !isMeant && refusal.status >= 500;
    if (isUnforeseen && !isLeftMidway(c)) log.error({ err: refusal }, "auth request failed");
    const { status } = refusal;
    const headers = { ...refusal.headers, "x-sb-error-code": refusal.code };
    const reasons =
      refusal instanceof WeakPasswordError ? { weak_password: { reasons: refusal.reasons } } : {};
    if (!namesCodedVersion(c)) {
      const body = { code: status, error_code: refusal.code, msg: refusal.message, ...reasons };
      return Response.json(body, { status, headers });
    }
    const body = { code: refusal.code, message: refusal.message, ...reasons };
    return Response.json(body, {
      status,
      headers: { ...headers, [versionHeader]: codedVersion },
    });
  };
}

/**
 * What an unexpected error may tell the caller. A database that is out of reach is 503: with any
 * 4xx the official client would sign the person out.
 */
export function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded) {
    return authError("over_request_rate_limit", { status: 503, headers: retryAfter });
  }
  const failure = classifyFailure(error);
  if (failure.kind === "unreachable") {
    const headers = { "Retry-After": "1" };
    return authError("unexpected_failure", { status: 503, cause: error, headers });
  }
  if (failure.kind === "timeout") return authError("request_timeout", { cause: error });
  if (failure.kind === "sql" && failure.state === raised) {
    return authError("refused_by_database", { message: failure.message, cause: error });
  }
  if (failure.kind === "sql" && failure.state.startsWith(unreadable)) {
    return authError("validation_failed", { cause: error });
  }
  return authError("unexpected_failure", { cause: error });
}

/** A rule that the schema enforces with `raise exception`, in words for people. */
const raised = "P0001";

/** SQLSTATE class 22: values that a column cannot hold, in PostgreSQL's own words. */
const unreadable = "22";

function namesCodedVersion(c: Context): boolean {
  const version = c.req.header(versionHeader) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedVersion;
}
