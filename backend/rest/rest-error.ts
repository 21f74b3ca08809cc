import { ApiError } from "#backend/http/api-error.ts";

/**
 * Every code that /rest/v1 itself can answer with, and its status (PostgREST v17,
 * src/library/PostgREST/Error.hs). SQLSTATEs pass through beside them.
 */
const restErrorStatus = {
  /** The database is not reachable. */
  PGRST000: 503,
  /** No connection became free, or the statement ran too long. */
  PGRST003: 504,
  /** A parameter of the address cannot be read. */
  PGRST100: 400,
  /** A method that functions do not have. */
  PGRST101: 405,
  /** The body is not the JSON that the call needs. */
  PGRST102: 400,
  /** The asked range does not exist. */
  PGRST103: 416,
  /** A schema other than public. */
  PGRST106: 406,
  /** A media type that is not made here. */
  PGRST107: 406,
  /** A filter, order or limit on something that the select does not embed. */
  PGRST108: 400,
  /** A limit, offset or range on a write (PostgREST: on PUT alone). */
  PGRST114: 400,
  /** One object was asked, and not exactly one row came. */
  PGRST116: 406,
  /** A method that tables do not have. */
  PGRST117: 405,
  /** An order by something embedded that is a list. */
  PGRST118: 400,
  /** A filter on an embedded resource that is not `is.null` or `not.is.null`. */
  PGRST120: 400,
  /** A preference that is not accepted. */
  PGRST122: 400,
  /** Aggregates are refused. */
  PGRST123: 400,
  /** More rows would change than `max-affected` allows. */
  PGRST124: 400,
  /** No such path. */
  PGRST125: 404,
  /** The OpenAPI root is not served. */
  PGRST126: 404,
  /** Known to PostgREST, not made here. */
  PGRST127: 400,
  /** No relationship to embed. */
  PGRST200: 400,
  /** More than one relationship to embed. */
  PGRST201: 300,
  /** No such function, or not with these arguments. */
  PGRST202: 404,
  /** More than one function fits. */
  PGRST203: 300,
  /** The body names a column that is not there. */
  PGRST204: 400,
  /** No such table. */
  PGRST205: 404,
  /** The token cannot be read, is not ours, or its session has ended. */
  PGRST301: 401,
  /** No token, and none may be left out. */
  PGRST302: 401,
  /** The token has expired. */
  PGRST303: 401,
  /** PATCH or DELETE without a filter (ours: SQLSTATE of pg-safeupdate). */
  "21000": 400,
  /** A regular expression that would take too much of PostgreSQL's memory. */
  "2201B": 400,
  /** A column that is not there, found before PostgreSQL is asked. */
  "42703": 400,
  /** A type that no cast leads to. */
  "42704": 400,
  /** The body is larger than is read (ours). */
  body_too_large: 413,
  /** More is under way than the process takes on (ours). */
  overloaded: 503,
  /** Anything unforeseen; the log has the cause. */
  XX000: 500,
} as const;

type RestErrorCode = keyof typeof restErrorStatus;

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
