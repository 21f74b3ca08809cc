import { createHash } from "node:crypto";
import { z } from "zod";
import { isKeptJson } from "#backend/postgres/kept-text.ts";
import { storageError } from "../storage-error.ts";

/** What an uploader says about an object, for its own use. */
export type UserMetadata = Record<string, unknown>;

/** What fits beside an object's row. */
const longest = 8_000;

/** What was read as JSON is JSON, so only its form and its depth are left to ask. */
const Metadata = z.record(z.string(), z.unknown()).refine((data) => isKeptJson(data));

/**
 * The `metadata` of a multipart upload: a JSON object that jsonb can keep. Throws InvalidRequest.
 */
export function parseUserMetadata(text: string): UserMetadata {
  const parsed = text.length <= longest ? Metadata.safeParse(parseJson(text)) : null;
  if (parsed?.success) return parsed.data;
  throw storageError(
    "InvalidRequest",
    `Metadata is a JSON object of at most ${longest} characters that does not nest deep`,
  );
}

/**
 * The `x-metadata` header of a raw upload or a copy: the same, in base64. Throws InvalidRequest.
 */
export function decodeUserMetadata(header: string | undefined): UserMetadata | null {
  return header ? parseUserMetadata(Buffer.from(header, "base64").toString()) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a row of storage.objects keeps about its bytes, in Supabase Storage's own words. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** Describes bytes that are stored now. The ETag follows from the bytes alone. */
export function describeObject(
  bytes: Uint8Array,
  mimetype: string,
  cacheControl: string,
): ObjectMetadata {
  return {
    eTag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`,
    size: bytes.length,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  };
}
