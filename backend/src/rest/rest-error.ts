import { ApiError, type ApiErrorParts } from "../http/api-error.ts";

/**
 * All error codes of /rest/v1 with their status (PostgREST v17, src/library/PostgREST/Error.hs).
 * SQLSTATEs of PostgreSQL are passed on as well.
 */
const restErrorStatus = {
  PGRST000: 503, // The database is unreachable.
  PGRST003: 504, // No connection became free, or the statement ran too long.
  PGRST100: 400, // A URL parameter cannot be parsed.
  PGRST101: 405, // The method is not supported for functions.
  PGRST102: 400, // The body is not the expected JSON.
  PGRST103: 416, // The requested range does not exist.
  PGRST106: 406, // A schema other than public.
  PGRST107: 406, // The media type is not supported.
  PGRST108: 400, // A filter, order or limit on a resource that is not embedded.
  PGRST114: 400, // A limit, offset or range on a write (PostgREST: only on PUT).
  PGRST116: 406, // One object was requested, but there is not exactly one row.
  PGRST117: 405, // The method is not supported for tables.
  PGRST118: 400, // Ordering by a to-many embed.
  PGRST120: 400, // A filter on an embedded resource that is not `is.null` or `not.is.null`.
  PGRST122: 400, // An unsupported preference.
  PGRST123: 400, // Aggregates are not allowed.
  PGRST124: 400, // More rows would change than `max-affected` allows.
  PGRST125: 404, // No such path.
  PGRST126: 404, // The OpenAPI root is not served.
  PGRST127: 400, // A PostgREST feature that is not implemented here.
  PGRST200: 400, // No relationship to embed.
  PGRST201: 300, // More than one relationship to embed.
  PGRST202: 404, // No such function, or not with these arguments.
  PGRST203: 300, // More than one function matches.
  PGRST204: 400, // The body has an unknown column.
  PGRST205: 404, // No such table.
  PGRST301: 401, // The token is invalid or its session has ended.
  PGRST302: 401, // A token is required.
  PGRST303: 401, // The token has expired.
  "21000": 400, // PATCH or DELETE without a filter (ours: SQLSTATE of pg-safeupdate).
  "2201B": 400, // A regular expression that would take too much memory.
  "42703": 400, // An unknown column, found before the query.
  "42704": 400, // A type that cannot be cast to.
  body_too_large: 413, // The body is too large (ours).
  overloaded: 503, // The process is overloaded (ours).
  XX000: 500, // An unexpected error; the log has the cause.
} as const;

type RestErrorCode = keyof typeof restErrorStatus;

type RestErrorParts = Omit<ApiErrorParts, "status" | "code">;

/** Creates an API error with the status of its code. */
export function restError(code: RestErrorCode, parts: RestErrorParts): ApiError {
  return new ApiError({ status: restErrorStatus[code], code, ...parts });
}

/** The error for `count()`, `sum()` and the like, which PostgREST also disables by default. */
export function refuseAggregates(): ApiError {
  return restError("PGRST123", { message: "Use of aggregate functions is not allowed" });
}

/** The error for an unknown column, with PostgreSQL's message. */
export function unknownColumn(relation: string, column: string): ApiError {
  return restError("42703", { message: `column ${relation}.${column} does not exist` });
}
