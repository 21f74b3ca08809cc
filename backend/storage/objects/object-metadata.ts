import { createHash } from "node:crypto";

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
