import { z } from "zod";

/**
 * The closed catalogue of storage refusals, in the words of Supabase Storage's own codes. Each
 * entry gives the status that stands in the body (`statusCode`) and the older `error` word that
 * clients still compare.
 */
export const STORAGE_ERRORS = {
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

export type StorageErrorCode = keyof typeof STORAGE_ERRORS;

/** The body of every storage refusal; HTTP itself says 400, or 5xx when the fault is ours. */
export const StorageErrorBody = z.object({
  statusCode: z.string(),
  error: z.string(),
  code: z.string(),
  message: z.string(),
});
export type StorageErrorBody = z.infer<typeof StorageErrorBody>;
