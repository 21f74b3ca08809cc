import { ApiError, type ApiErrorParts } from "../http/api-error.ts";

/**
 * Every code that /rest/v1 itself can answer with, and its status (PostgREST v17,
 * src/library/PostgREST/Error.hs). SQLSTATEs pass through beside them.
 */
const restErrorStatus = {
  PGRST000: 503, // The database is not reachable.
  PGRST003: 504, // No connection became free, or the statement ran too long.
  PGRST100: 400, // A parameter of the address cannot be read.
  PGRST101: 405, // A method that functions do not have.
  PGRST102: 400, // The body is not the JSON that the call needs.
  PGRST103: 416, // The asked range does not exist.
  PGRST106: 406, // A schema other than public.
  PGRST107: 406, // A media type that is not made here.
  PGRST108: 400, // A filter, order or limit on something that the select does not embed.
  PGRST114: 400, // A limit, offset or range on a write (PostgREST: on PUT alone).
  PGRST116: 406, // One object was asked, and not exactly one row came.
  PGRST117: 405, // A method that tables do not have.
  PGRST118: 400, // An order by something embedded that is a list.
  PGRST120: 400, // A filter on an embedded resource that is not `is.null` or `not.is.null`.
  PGRST122: 400, // A preference that is not accepted.
  PGRST123: 400, // Aggregates are refused.
  PGRST124: 400, // More rows would change than `max-affected` allows.
  PGRST125: 404, // No such path.
  PGRST126: 404, // The OpenAPI root is not served.
  PGRST127: 400, // Known to PostgREST, not made here.
  PGRST200: 400, // No relationship to embed.
  PGRST201: 300, // More than one relationship to embed.
  PGRST202: 404, // No such function, or not with these arguments.
  PGRST203: 300, // More than one function fits.
  PGRST204: 400, // The body names a column that is not there.
  PGRST205: 404, // No such table.
  PGRST301: 401, // The token cannot be read, is not ours, or its session has ended.
  PGRST302: 401, // No token, and none may be left out.
  PGRST303: 401, // The token has expired.
  "21000": 400, // PATCH or DELETE without a filter (ours: SQLSTATE of pg-safeupdate).
  "2201B": 400, // A regular expression that would take too much of PostgreSQL's memory.
  "42703": 400, // A column that is not there, found before PostgreSQL is asked.
  "42704": 400, // A type that no cast leads to.
  body_too_large: 413, // The body is larger than is read (ours).
  overloaded: 503, // More is under way than the process takes on (ours).
  XX000: 500, // Anything unforeseen; the log has the cause.
} as const;

type RestErrorCode = keyof typeof restErrorStatus;

type RestErrorParts = Omit<ApiErrorParts, "status" | "code">;

/** A refusal of the REST API, with the status that its code has in the catalogue. */
export function restError(code: RestErrorCode, parts: RestErrorParts): ApiError {
  return new ApiError({ status: restErrorStatus[code], code, ...parts });
}

/** The refusal of `count()`, `sum()` and their like, which PostgREST too leaves out by default. */
export function refuseAggregates(): ApiError {
  return restError("PGRST123", { message: "Use of aggregate functions is not allowed" });
}

/** A column that the table does not have, in PostgreSQL's own words. */
export function unknownColumn(relation: string, column: string): ApiError {
  return restError("42703", { message: `column ${relation}.${column} does not exist` });
}
