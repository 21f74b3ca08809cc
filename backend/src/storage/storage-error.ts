import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { ApiError } from "../http/api-error.ts";
import { classifyFailure, type DatabaseFailure } from "../postgres/failures.ts";
import { Overloaded } from "../postgres/limiter.ts";
import { PictureError, PictureRefusal } from "./images/picture-jobs.ts";
import { S3Refusal } from "./stores/s3-client.ts";
import { isOutOfSpace, StoreUnreachable } from "./stores/storage-backend.ts";

/**
 * Supabase Storage's error codes, with the status in the body and the older name that clients
 * compare.
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

/** Creates an error of the storage API with the status of its code. */
export function storageError(code: StorageErrorCode, message: string, cause?: unknown): ApiError {
  return new ApiError({ status: STORAGE_ERRORS[code].status, code, message, cause });
}

/**
 * Like Supabase Storage, returns HTTP 400 with the real status in the body. Our own failures keep
 * 5xx.
 */
export function renderStorageError(log: Logger) {
  return (thrown: Error, context: Context): Response => {
    const { code, message, log: words } = toStorageError(thrown);
    const { status, error } = STORAGE_ERRORS[code];
    if (words) log.error({ err: thrown }, words);
    context.header("Cache-Control", "no-store");
    if (status === 503) context.header("Retry-After", "1");
    return context.json({ statusCode: String(status), error, code, message }, httpStatus(status));
  };
}

function httpStatus(status: number): ContentfulStatusCode {
  if (status === 503 || status === 504) return status;
  return status >= 500 ? 500 : 400;
}

function toStorageError(thrown: unknown): Rendered {
  if (thrown instanceof ApiError) return fromApiError(thrown);
  if (thrown instanceof PictureRefusal) return rendered(thrown.code, thrown.message);
  if (thrown instanceof Overloaded) return rendered("SlowDown", "Too much at once, try again soon");
  if (isOutOfSpace(thrown)) {
    return rendered("Unavailable", "The disk is full", "storage: the disk is full");
  }
  if (thrown instanceof StoreUnreachable) {
    return rendered("Unavailable", "The store of files cannot be reached", "storage: no store");
  }
  // A revoked key or a missing bucket is the operator's concern, so the response gives no details.
  if (thrown instanceof S3Refusal) {
    const message = "The store of files refuses the request";
    return rendered("Unavailable", message, "storage: the store refuses us");
  }
  if (thrown instanceof PictureError && thrown.reason !== "broken") {
    const message = "The picture could not be made now, try again soon";
    return rendered("SlowDown", message, "storage: a picture could not be made");
  }
  const failure = classifyFailure(thrown);
  if (failure.kind === "unreachable")
    return rendered("Unavailable", "The database cannot be reached");
  if (failure.kind === "timeout") {
    return rendered("DatabaseTimeout", "The connection to the database timed out");
  }
  return failure.kind === "sql" ? fromSql(failure) : internalError();
}

type SqlFailure = Extract<DatabaseFailure, { kind: "sql" }>;
type Rendered = ReturnType<typeof rendered>;

/** With `log`, the failure is ours and is logged. */
function rendered(code: StorageErrorCode, message: string, log?: string) {
  return { code, message, log };
}

function internalError() {
  return rendered("InternalError", "Internal server error", "storage");
}

function fromApiError(error: ApiError): Rendered {
  const { code, message, status } = error;
  if (isStorageCode(code)) return rendered(code, message);
  return status === 401 || status === 403 ? rendered("InvalidJWT", message) : internalError();
}

function fromSql({ state, message, isRaised }: SqlFailure): Rendered {
  // Supabase's message for every denial by PostgreSQL itself; a trigger's own message is passed on.
  if (state === "42501") {
    return rendered(
      "AccessDenied",
      isRaised ? message : "new row violates row-level security policy",
    );
  }
  if (state === "PT401") return rendered("InvalidJWT", message);
  if (state === "P0001") return rendered("InvalidRequest", message);
  if (state === "23505") return rendered("KeyAlreadyExists", "The resource already exists");
  if (state.startsWith(unreadableValue)) {
    return rendered("InvalidRequest", "The request holds a value that cannot be read");
  }
  return internalError();
}

/** SQLSTATE class 22: a value that PostgreSQL cannot parse. */
const unreadableValue = "22";

function isStorageCode(code: string): code is StorageErrorCode {
  return Object.hasOwn(STORAGE_ERRORS, code);
}
