import type { Context } from "hono";
import type { UserMetadata } from "./object-rows.ts";
import { storageError } from "./storage-error.ts";
import type { Place } from "./upload-room.ts";
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

/** The largest body: with what a multipart body may have besides the file. */
export const uploadLimit = fileLimit + 64 * 1024;

/** A sender slower than this is cut off, so that it cannot hold memory for long. */
const slowestUploadMs = 120_000;

/** How much memory the request's body may take, as far as it says; throws EntityTooLarge when that is too much. */
export function announcedSize(context: Context): number {
  const announced = context.req.header("content-length");
  if (announced === undefined) return uploadLimit;
  if (Number(announced) > uploadLimit) throw tooLarge();
  return Number(announced);
}

/**
 * Reads the body into memory, as its place gets room. Throws EntityTooLarge once more comes than fits, InvalidRequest when the sender stops half-way, and what the place
 * was cut off with.
 */
export async function receiveBody({ req }: Context, place: Place): Promise<Buffer> {
  if (!req.raw.body) return Buffer.alloc(0);
  const cutOff = new Promise<never>((_, reject) => {
    place.cut.addEventListener("abort", () => reject(place.cut.reason));
  });
  const body = await Promise.race([collect(req.raw.body, place), cutOff]);
  place.complete();
  return body;
}

async function collect(body: ReadableStream<Uint8Array>, place: Place): Promise<Buffer> {
  const deadline = AbortSignal.timeout(slowestUploadMs);
  const chunks: Uint8Array[] = [];
  // A sender who is cut off and says nothing more leaves this waiting for as long as the connection lasts.
  place.cut.addEventListener("abort", () => chunks.splice(0));
  let length = 0;
  try {
    for await (const chunk of body) {
      deadline.throwIfAborted();
      length += chunk.length;
      if (length > uploadLimit) break;
      await place.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    throw storageError("InvalidRequest", "The upload was cut off", error);
  }
  if (length > uploadLimit) throw tooLarge();
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

/** supabase-js sends three parts, with two headers each. What is read of ten thousand empty ones, or of megabytes of headers, takes everybody's time. */
const mostParts = 20;
const longestHead = 8 * 1024;

/** Throws InvalidRequest for a body that is no form, or no form that anybody means. */
async function parseForm(body: Buffer, type: string): Promise<FormData> {
  const boundary = readBoundary(type);
  requireFewParts(body, Buffer.from(`--${boundary}`));
  try {
    return await new Response(new Uint8Array(body), {
      headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    }).formData();
  } catch (error) {
    throw malformed(error);
  }
}

/** What parts the body, as RFC 2046 (section 5.1.1) has it. The parser is told the same, since whoever reads the type otherwise finds other parts than were counted. */
function readBoundary(type: string): string {
  const [, quoted, bare] =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i.exec(type) ??
    [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Looks no further than one part too many. Each begins with the boundary; the last boundary begins none. */
function requireFewParts(body: Buffer, boundary: Buffer): void {
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length;
    parts += 1;
    if (parts > mostParts) {
      throw storageError("InvalidRequest", "The multipart body has too many parts");
    }
    const head = body.subarray(at, at + longestHead);
    if (!head.includes("\r\n\r\n") && head.toString("latin1", 0, 2) !== "--") throw malformed();
  }
}

function malformed(cause?: unknown) {
  return storageError("InvalidRequest", "The multipart body is malformed", cause);
}
