import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Context } from "hono";
import { clientAddress, networkOf } from "../../http/client-address.ts";
import {
  type RenditionRequest,
  readRenditionRequest,
  renditionName,
} from "../images/rendition-request.ts";
import { type StorageParts, storageCaller } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { type OpenFile, openObject, type StorageBackend } from "../stores/storage-backend.ts";
import { readObjectAddress } from "./object-address.ts";
import {
  cacheSeconds,
  DEFAULT_SECONDS,
  getPublicObject,
  getReadableObject,
  getSignedObject,
  IMMUTABLE_SECONDS,
  noSuchObject,
  type ObjectRow,
} from "./object-rows.ts";

/** How to find the requested object, transform it, and cache the response. */
type ObjectQuery = {
  find(): Promise<ObjectRow>;
  transform: Record<string, string | undefined>;
  cacheControl(row: ObjectRow): string;
};

/** A way to authorize access to the object at the path after `route`. */
export type AccessRule = (
  parts: StorageParts,
  context: Context,
  route: string,
) => Promise<ObjectQuery>;

/** …/public/{bucket}/{path}: an object of a public bucket, for anyone. */
export const byPublicAddress: AccessRule = async (parts, context, route) => {
  const address = readObjectAddress(context, route);
  const find = () => getPublicObject(parts, address);
  return { find, transform: context.req.query(), cacheControl: publicCacheControl };
};

/** …/authenticated/{bucket}/{path}: an object that row security lets the caller read. */
export const byRowSecurity: AccessRule = async ({ database, identity }, context, route) => {
  const address = readObjectAddress(context, route);
  const caller = await storageCaller(context, identity);
  const find = () => database.asCaller(caller, (sql) => getReadableObject(sql, address));
  return { find, transform: context.req.query(), cacheControl: privateCacheControl };
};

/** …/sign/{bucket}/{path}?token=…: in the signed size, until the token expires. */
export const bySignature: AccessRule = async (parts, context, route) => {
  const address = readObjectAddress(context, route);
  const transform = await parts.signer.verifyDownload(context.req.query("token"), address);
  const find = () => getSignedObject(parts, address);
  return { find, transform, cacheControl: privateCacheControl };
};

const privateCacheControl = () => "private, no-cache";

/** The uploader's lifetime for an immutable object, at most one hour for others. */
function publicCacheControl({ metadata }: ObjectRow): string {
  const seconds = cacheSeconds(metadata);
  if (seconds >= IMMUTABLE_SECONDS) return `public, max-age=${seconds}, immutable`;
  return `public, max-age=${Math.min(seconds, DEFAULT_SECONDS)}, must-revalidate`;
}

/** GET and HEAD object/…: an object's bytes. */
export async function serveObject(
  { backend }: StorageParts,
  context: Context,
  { find, cacheControl }: ObjectQuery,
) {
  const { row, file } = await openCurrent(backend, find);
  return sendFile(context, file, present(row, cacheControl(row)));
}

/** GET object/info/…: an object's metadata. */
export async function serveInfo(_parts: StorageParts, context: Context, { find }: ObjectQuery) {
  const row = await find();
  context.header("ETag", row.metadata.eTag);
  return context.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata.size,
    content_type: row.metadata.mimetype,
    cache_control: row.metadata.cacheControl,
    metadata: row.user_metadata ?? {},
    etag: row.metadata.eTag,
    last_modified: row.metadata.lastModified,
    created_at: row.created_at,
  });
}

/** HTML is served as plain text: browsers without sandboxing would run it on our origin. */
function present({ metadata, updated_at }: ObjectRow, cacheControl: string): Presentation {
  const isPage = /^(text\/html|application\/xhtml\+xml)\b/i.test(metadata.mimetype);
  const type = isPage ? "text/plain; charset=utf-8" : metadata.mimetype;
  return { type, eTag: metadata.eTag, modifiedAt: updated_at, cacheControl };
}

/**
 * Tries twice, because an overwrite may remove the bytes between reading the row and opening the
 * file.
 */
async function openCurrent(backend: StorageBackend, find: () => Promise<ObjectRow>) {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const row = await find();
    const file = await openObject(backend, row);
    if (file) return { row, file };
  }
  throw noSuchObject();
}

/** GET and HEAD render/image/…?width=…: a resized picture, made once and stored. */
export async function renderImage(
  { renditions }: StorageParts,
  context: Context,
  { find, transform, cacheControl }: ObjectQuery,
) {
  const row = await find();
  const request = readRequest(context, transform, row);
  const client = networkOf(clientAddress(context));
  const file = await renditions.open(row, request, client);
  if (!file) throw noSuchObject();
  return sendFile(context, file, {
    type: `image/${request.format}`,
    eTag: `"${row.version}-${renditionName(request)}"`,
    modifiedAt: row.updated_at,
    cacheControl: cacheControl(row),
    varies: "Accept",
  });
}

function readRequest(
  context: Context,
  query: Record<string, string | undefined>,
  { metadata }: ObjectRow,
): RenditionRequest {
  const accept = context.req.header("accept") ?? "";
  const request = readRenditionRequest(query, accept, metadata.mimetype);
  if (!request) throw storageError("InvalidRequest", "Invalid transformation parameters");
  return request;
}

type Presentation = {
  type: string;
  eTag: string;
  modifiedAt: Date;
  cacheControl: string;
  varies?: string;
};

/**
 * Sends a file with 200, 304, 206 or 416. Uploads are sandboxed and not sniffed, so that they never
 * act as pages.
 */
async function sendFile(context: Context, file: OpenFile, about: Presentation): Promise<Response> {
  const headers = headersOf(context, about);
  if (isKnown(context, about)) {
    await file.close();
    return new Response(null, { status: 304, headers });
  }
  const range = chooseRange(context, file.size, about);
  if (range === "unsatisfiable") {
    await file.close();
    headers.set("Content-Range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Type", about.type);
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : file.size));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${file.size}`);
  const status = range ? 206 : 200;
  if (context.req.method === "HEAD") {
    await file.close();
    return new Response(null, { status, headers });
  }
  return new Response(toWebStream(file.read(range ?? undefined)), { status, headers });
}

function headersOf(context: Context, about: Presentation): Headers {
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": about.cacheControl,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: about.eTag,
    "Last-Modified": about.modifiedAt.toUTCString(),
    "X-Content-Type-Options": "nosniff",
  });
  if (about.varies) headers.set("Vary", about.varies);
  const download = context.req.query("download");
  if (download !== undefined) headers.set("Content-Disposition", attachment(download));
  return headers;
}

function attachment(name: string): string {
  return name === "" ? "attachment" : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** RFC 9110, section 13: If-Modified-Since only counts without If-None-Match. */
function isKnown(context: Context, { eTag, modifiedAt }: Presentation): boolean {
  const tags = context.req.header("if-none-match");
  if (tags !== undefined) return tags.split(",").some((tag) => matches(tag.trim(), eTag));
  const since = Date.parse(context.req.header("if-modified-since") ?? "");
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

function matches(candidate: string, eTag: string): boolean {
  return candidate === "*" || candidate.replace(/^W\//, "") === eTag;
}

/** RFC 9110, section 14.2: ranges only apply to GET. */
function chooseRange(context: Context, size: number, { eTag }: Presentation) {
  if (context.req.method !== "GET") return null;
  const condition = context.req.header("if-range");
  if (condition !== undefined && condition !== eTag) return null;
  return readRange(context.req.header("range"), size);
}

function toWebStream(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  const web: ReadableStream<Uint8Array> = Readable.toWeb(stream);
  return web as globalThis.ReadableStream<Uint8Array>;
}

type ByteRange = { start: number; end: number };

/**
 * Parses a single byte range (RFC 9110, section 14). Null means the whole file; a server may ignore
 * several ranges.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") return clamp(Math.max(size - Number(last), 0), size - 1, size);
  const end = last === "" ? size - 1 : Number(last);
  return end < Number(first) && last !== "" ? null : clamp(Number(first), end, size);
}

function clamp(start: number, end: number, size: number): ByteRange | "unsatisfiable" {
  if (start >= size) return "unsatisfiable";
  return { start, end: Math.min(end, size - 1) };
}
