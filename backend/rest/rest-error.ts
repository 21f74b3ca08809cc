import { ApiError } from "#backend/http/api-error.ts";
import { type RestErrorCode, restErrorStatus } from "./rest-error-codes.ts";

type RestErrorParts = {
  message: string;
  details?: ApiError["details"];
  hint?: string | null;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** A refusal of the REST API, with the status that its code has in the catalogue. */
export function restError(code: RestErrorCode, parts: RestErrorParts): ApiError {
  return new ApiError({ status: restErrorStatus[code], code, ...parts });
}

/**
 * The refusal of `count()`, `sum()` and their like, which PostgREST too leaves out unless it is
 * told otherwise.
 */
export function refuseAggregates(): ApiError {
  return restError("PGRST123", { message: "Use of aggregate functions is not allowed" });
}

/** A column that the table does not have, in PostgreSQL's own words. */
export function unknownColumn(relation: string, column: string): ApiError {
  return restError("42703", { message: `column ${relation}.${column} does not exist` });
}
