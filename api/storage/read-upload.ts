import type { Context } from "hono";
import type { UserMetadata } from "./object-rows.ts";
import { storageError } from "./storage-error.ts";
import { decodeUserMetadata, parseUserMetadata } from "./user-metadata.ts";

/** An uploaded file as it came, and what the sender says of it: its type, how long it may be cached, and anything besides. */
export type Upload = {
  bytes: Buffer;
  type: string;
  cacheControl: string;
  userMetadata: UserMetadata | null;
};

/** The largest file that is accepted. */
const fileLimit = 8 * 1024 * 1024;

/** With what a multipart body may have besides the file. */
const bodyLimit = fileLimit + 64 * 1024;

/** A sender slower than this is cut off, so that it cannot hold memory for long. */
const slowestUploadMs = 120_000;

/** How much memory the request's body may take, as far as it says; throws EntityTooLarge when that is too much. */
export function announcedSize(context: Context): number {
  const announced = context.req.header("content-length");
  if (announced === undefined) return bodyLimit;
  if (Number(announced) > bodyLimit) throw tooLarge();
  return Number(announced);
}

/** Reads the body into memory. Throws EntityTooLarge once more comes than fits, InvalidRequest when the sender stops half-way. */
export async function receiveBody({ req }: Context): Promise<Buffer> {
  if (!req.raw.body) return Buffer.alloc(0);
  const deadline = AbortSignal.timeout(slowestUploadMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of req.raw.body) {
      deadline.throwIfAborted();
      length += chunk.length;
      if (length > bodyLimit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw storageError("InvalidRequest", "The upload was cut off", error);
  }
  if (length > bodyLimit) throw tooLarge();
  return Buffer.concat(chunks, length);
}

/**
 * The file in an upload's body: the body itself, or the file part of a multipart form (supabase-js sends a Blob under the name "").
 * Throws InvalidRequest when there is none.
 */
export async function extractFile({ req }: Context, body: Buffer): Promise<Upload> {
  const type = req.header("content-type") ?? "";
  const upload = type.startsWith("multipart/form-data")
    ? await readForm(body, type)
    : {
        bytes: body,
        type: readMediaType(type),
        cacheControl: maxAge(/max-age=(\d+)/.exec(req.header("cache-control") ?? "")),
        userMetadata: decodeUserMetadata(req.header("x-metadata")),
      };
  if (upload.bytes.length === 0) throw storageError("InvalidRequest", "No content provided");
  if (upload.bytes.length > fileLimit) throw tooLarge();
  return upload;
}

/** The refusal of a file over the limit of the site or of its bucket. */
export function tooLarge() {
  return storageError("EntityTooLarge", "The object exceeded the maximum allowed size");
}

async function readForm(body: Buffer, type: string): Promise<Upload> {
  const form = await parseForm(body, type);
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw storageError("InvalidRequest", "No content provided");
  const seconds = form.get("cacheControl");
  const metadata = form.get("metadata");
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: readMediaType(file.type),
    userMetadata: typeof metadata === "string" ? parseUserMetadata(metadata) : null,
    cacheControl: maxAge(/^(\d+)$/.exec(typeof seconds === "string" ? seconds : "")),
  };
}

/** A media type that may stand in a header again; what is none is called bytes. */
function readMediaType(type: string): string {
  const isSound = type.length <= 200 && /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type);
  return isSound ? type : "application/octet-stream";
}

/** The seconds that were found, if they are some that a cache could mean (a hundred years); an hour otherwise, as Supabase's default. */
function maxAge(found: RegExpExecArray | null): string {
  const seconds = Number(found?.[1] ?? Number.NaN);
  return `max-age=${seconds <= longestAge ? seconds : 3600}`;
}

const longestAge = 100 * 365 * 86_400;

/** supabase-js sends three parts. What is read of ten thousand empty ones takes everybody's time. */
const mostParts = 20;

/** Counts no further than one too many (RFC 2046, section 5.1.1: each part begins with the boundary). */
function countParts(body: Buffer, type: string): number {
  const boundary = `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ""}`;
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0 && parts <= mostParts; parts += 1) {
    at = body.indexOf(boundary, at + boundary.length);
  }
  return parts;
}

async function parseForm(body: Buffer, type: string): Promise<FormData> {
  if (countParts(body, type) > mostParts) {
    throw storageError("InvalidRequest", "The multipart body has too many parts");
  }
  try {
    return await new Response(new Uint8Array(body), {
      headers: { "content-type": type },
    }).formData();
  } catch (error) {
    throw storageError("InvalidRequest", "The multipart body is malformed", error);
  }
}
