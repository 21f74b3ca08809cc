import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { ApiError } from "#backend/http/api-error.ts";
import { classifyFailure } from "#backend/postgres/failures.ts";
import { Overloaded } from "#backend/postgres/limiter.ts";
import { PictureError, PictureRefusal } from "./images/picture-jobs.ts";
import { S3Refusal } from "./stores/s3-client.ts";
import { isOutOfSpace, StoreUnreachable } from "./stores/storage-backend.ts";

/**
 * The closed catalogue of storage refusals, in the words of Supabase Storage's own codes. Each
 * entry gives the status that stands in the body (`statusCode`) and the older `error` word that
 * clients still compare.
 */
const STORAGE_ERRORS = {
  AccessDenied: { status: 403, error: "Unauthorized" },
  BucketNotEmpty: { status: 409, error: "ResourceNotEmpty" },
  DatabaseTimeout: { status: 504, error: "DatabaseTimeout" },
  EntityTooLarge: { status: 413, error: "Payload too large" },
  InternalError: { status: 500, error: "Internal" },
  InvalidBucketName: { status: 400, error: "InvalidRequest" },
  InvalidJWT: { status: 403, error: "Unauthorized" },
  InvalidKey: { status: 400, error: "InvalidKey" },
  InvalidMimeType: { status: 415, error: "invalid_mime_type" },
  InvalidRequest: { status: 400, error: "InvalidRequest" },
  InvalidSignature: { status: 400, error: "InvalidSignature" },
  KeyAlreadyExists: { status: 409, error: "Duplicate" },
  MissingHeader: { status: 400, error: "Error" },
  NoSuchBucket: { status: 404, error: "Bucket not found" },
  NoSuchKey: { status: 404, error: "not_found" },
  NoSuchRoute: { status: 404, error: "Not Found" },
  SlowDown: { status: 503, error: "SlowDown" },
  Unavailable: { status: 503, error: "Unavailable" },
} as const satisfies Record<string, { status: number; error: string }>;

type StorageErrorCode = keyof typeof STORAGE_ERRORS;

/** A refusal of the storage area: `code` is of the catalogue, and gives its status. */
export function storageError(code: StorageErrorCode, message: string, cause?: unknown): ApiError {
  return new ApiError({ status: STORAGE_ERRORS[code].status, code, message, cause });
}

/**
 * Renders whatever was thrown as Supabase Storage does: HTTP 400 with the real status in the body;
 * our own faults keep 5xx.
 */
export function renderStorageError(log: Logger) {
  return (thrown: Error, context: Context): Response => {
    const { code, message, cause } = toStorageError(thrown);
    const { status, error } = STORAGE_ERRORS[code];
    if (status === 500) log.error({ err: cause ?? thrown }, "storage");
    if (isOutOfSpace(thrown)) log.error({ err: thrown }, "storage: the disk is full");
    if (thrown instanceof S3Refusal) log.error({ err: thrown }, "storage: the store refuses us");
    if (thrown instanceof StoreUnreachable) log.error({ err: thrown }, "storage: no store");
    if (isUnmade(thrown)) log.error({ err: thrown }, "storage: a picture could not be made");
    context.header("Cache-Control", "no-store");
    if (status === 503) context.header("Retry-After", "1");
    return context.json({ statusCode: String(status), error, code, message }, httpStatus(status));
  };
}

function httpStatus(status: number): ContentfulStatusCode {
  if (status === 503 || status === 504) return status;
  return status >= 500 ? 500 : 400;
}

type Rendered = { code: StorageErrorCode; message: string; cause?: unknown };

function toStorageError(thrown: unknown): Rendered {
  if (thrown instanceof ApiError) return fromApiError(thrown);
  if (thrown instanceof PictureRefusal) return { code: thrown.code, message: thrown.message };
  if (thrown instanceof Overloaded) {
    return { code: "SlowDown", message: "Too much at once, try again soon" };
  }
  if (isOutOfSpace(thrown)) return { code: "Unavailable", message: "The disk is full" };
  if (thrown instanceof StoreUnreachable) {
    return { code: "Unavailable", message: "The store of files cannot be reached" };
  }
  // A key that was withdrawn, a bucket that is gone: whoever runs the site mends it, and nobody
  // else learns of it.
  if (thrown instanceof S3Refusal) {
    return { code: "Unavailable", message: "The store of files refuses the request" };
  }
  if (isUnmade(thrown)) {
    return { code: "SlowDown", message: "The picture could not be made now, try again soon" };
  }
  const failure = classifyFailure(thrown);
  if (failure.kind === "unreachable") {
    return { code: "Unavailable", message: "The database cannot be reached" };
  }
  if (failure.kind === "timeout") {
    return { code: "DatabaseTimeout", message: "The connection to the database timed out" };
  }
  if (failure.kind === "sql") return fromSqlState(failure.state, failure.message, thrown);
  return { code: "InternalError", message: "Internal server error", cause: thrown };
}

/** A picture that may well be made at the next try. */
function isUnmade(thrown: unknown): boolean {
  return thrown instanceof PictureError && thrown.reason !== "broken";
}

function fromApiError(error: ApiError): Rendered {
  if (isStorageCode(error.code)) return { ...error, code: error.code, message: error.message };
  if (error.status === 401 || error.status === 403) {
    return { code: "InvalidJWT", message: error.message };
  }
  return { code: "InternalError", message: "Internal server error", cause: error };
}

function fromSqlState(state: string, message: string, cause: unknown): Rendered {
  if (state === "42501") return { code: "AccessDenied", message: denial(message) };
  if (state === "PT401") return { code: "InvalidJWT", message };
  if (state === "P0001") return { code: "InvalidRequest", message };
  if (state === "23505")
    return { code: "KeyAlreadyExists", message: "The resource already exists" };
  if (state.startsWith(unreadableValue)) {
    return { code: "InvalidRequest", message: "The request holds a value that cannot be read" };
  }
  return { code: "InternalError", message: "Internal server error", cause };
}

/** SQLSTATE class 22: what the caller sent is no text, number or time that PostgreSQL knows. */
const unreadableValue = "22";

/**
 * PostgreSQL's own words in Supabase Storage's wording; what a trigger of ours says is passed on.
 */
function denial(message: string): string {
  const ownWords = /^(?:new row violates row-level security|permission denied)/.test(message);
  return ownWords ? "new row violates row-level security policy" : message;
}

function isStorageCode(code: string): code is StorageErrorCode {
  return Object.hasOwn(STORAGE_ERRORS, code);
}
