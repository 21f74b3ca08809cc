import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Context } from "hono";
import type { OpenFile } from "../stores/storage-backend.ts";

/**
 * How a file is presented: its type, its tag, when it changed, how long it may be kept, and for
 * whom.
 */
export type Presentation = {
  type: string;
  eTag: string;
  modifiedAt: Date;
  cacheControl: string;
  varies?: string;
};

/**
 * Answers with a stored file: 304 when the client has it, 206 or 416 for a range, the headers of
 * the whole alone for HEAD. What was uploaded by someone is never a page: it is not sniffed, and
 * sandboxed should a browser show it by itself.
 */
export async function sendFile(
  context: Context,
  file: OpenFile,
  about: Presentation,
): Promise<Response> {
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

/** RFC 9110, section 13: a tag decides alone; only without one does the date. */
function isKnown(context: Context, { eTag, modifiedAt }: Presentation): boolean {
  const tags = context.req.header("if-none-match");
  if (tags !== undefined) return tags.split(",").some((tag) => matches(tag.trim(), eTag));
  const since = Date.parse(context.req.header("if-modified-since") ?? "");
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

function matches(candidate: string, eTag: string): boolean {
  return candidate === "*" || candidate.replace(/^W\//, "") === eTag;
}

/** RFC 9110, section 14.2: a range is a matter of GET alone. */
function chooseRange(
  context: Context,
  size: number,
  { eTag }: Presentation,
): ByteRange | "unsatisfiable" | null {
  if (context.req.method !== "GET") return null;
  const condition = context.req.header("if-range");
  if (condition !== undefined && condition !== eTag) return null;
  return readRange(context.req.header("range"), size);
}

function toWebStream(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  const web: ReadableStream<Uint8Array> = Readable.toWeb(stream);
  return web as globalThis.ReadableStream<Uint8Array>;
}

/** Which bytes are asked for, both included. */
type ByteRange = { start: number; end: number };

/**
 * Reads a Range header for one range (RFC 9110, section 14). Null means the whole file: there is no
 * such header, it is malformed, or it asks for several ranges, which a server may ignore.
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
