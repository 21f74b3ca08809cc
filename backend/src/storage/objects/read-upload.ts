import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import type { Context } from "hono";
import { ApiError } from "../../http/api-error.ts";
import { bodyLimits } from "../../limits.ts";
import { storageError } from "../storage-error.ts";
import { requireFreeSpace } from "../stores/disk-backend.ts";
import { isOutOfSpace } from "../stores/storage-backend.ts";
import { decodeUserMetadata, parseUserMetadata, type UserMetadata } from "./object-rows.ts";

/** A received file in a temporary path, which `discard` must remove, with the client's metadata. */
export type Upload = {
  path: string;
  size: number;
  type: string;
  cacheControl: string;
  userMetadata: UserMetadata | null;
  bytes(): Promise<Buffer>;
  discard(): Promise<void>;
};

const maxBody = bodyLimits.file + bodyLimits.fileEnvelope;

/**
 * Streams a raw body, or the file of a form (which supabase-js names ""), into `folder`. Throws
 * EntityTooLarge, and InvalidRequest for a missing or incomplete file.
 */
export async function receiveUpload(context: Context, folder: string): Promise<Upload> {
  const announced = Number(context.req.header("content-length") ?? 0);
  if (announced > maxBody) throw tooLarge();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireFreeSpace(folder, announced || maxBody);
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  try {
    const type = context.req.header("content-type") ?? "";
    const isForm = type.startsWith("multipart/form-data");
    const received = await (isForm ? receiveForm(context, type, path) : receiveBody(context, path));
    if (received.size === 0) throw storageError("InvalidRequest", "No content provided");
    return { ...received, path, bytes: () => readFile(path), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Removes files that a killed process left behind; no upload takes that long. */
export async function removeAbandonedUploads(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now - maxUploadMs) await rm(path, { force: true });
  }
}

const maxUploadMs = 15 * 60_000;

/** For a file over the limit of the site or its bucket. */
export function tooLarge() {
  return storageError("EntityTooLarge", "The object exceeded the maximum allowed size");
}

type Received = Pick<Upload, "size" | "type" | "cacheControl" | "userMetadata">;

async function receiveBody(context: Context, path: string): Promise<Received> {
  const { req } = context;
  return {
    size: await save(bodyOf(context), path),
    type: readMediaType(req.header("content-type") ?? ""),
    cacheControl: maxAge(/max-age=(\d+)/.exec(req.header("cache-control") ?? "")),
    userMetadata: decodeUserMetadata(req.header("x-metadata")),
  };
}

/** supabase-js sends three parts, and the framing of a form takes a few hundred bytes. */
const formLimits = { parts: 20, fields: 19, files: 1 };
const maxFrame = 8 * 1024;

async function receiveForm(context: Context, type: string, path: string): Promise<Received> {
  const form = openForm(type);
  const fields = new Map<string, string>();
  let file: { stream: Readable; size: Promise<number>; type: string } | undefined;
  let contents = 0;
  let hasMany = false;
  form.on("field", (name, value) => {
    fields.set(name, value);
    contents += Buffer.byteLength(value);
  });
  form.on("file", (_name, stream, _filename, _encoding, mediaType) => {
    file = { stream, size: save(stream, path), type: mediaType };
    stream.on("error", ignore);
    file.size.catch((error) => form.destroy(error));
  });
  form.on("partsLimit", () => {
    hasMany = true;
  });
  let total: number;
  try {
    total = await feed(form, bodyOf(context));
  } catch (error) {
    file?.stream.destroy();
    await file?.size.catch(ignore);
    throw error;
  }
  if (hasMany) throw storageError("InvalidRequest", "The multipart body has too many parts");
  if (!file) throw storageError("InvalidRequest", "No content provided");
  const size = await file.size;
  if (total - size - contents > maxFrame) throw malformed();
  const metadata = fields.get("metadata");
  return {
    size,
    type: readMediaType(file.type),
    userMetadata: metadata === undefined ? null : parseUserMetadata(metadata),
    cacheControl: maxAge(/^(\d+)$/.exec(fields.get("cacheControl") ?? "")),
  };
}

/** Pipes the body into the form parser and returns its size in bytes. Stops at the maximum size. */
async function feed(form: Writable, body: AsyncIterable<Uint8Array>): Promise<number> {
  form.on("error", ignore);
  const finished = once(form, "finish");
  finished.catch(ignore);
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > maxBody) throw tooLarge();
      if (!form.write(piece)) await Promise.race([once(form, "drain"), finished]);
    }
    form.end();
    await finished;
    return size;
  } catch (error) {
    throw explain(error);
  }
}

function openForm(type: string) {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { ...formLimits, fieldSize: bodyLimits.fileEnvelope, fileSize: bodyLimits.file + 1 },
      isPartAFile: (_name, mediaType, filename) =>
        filename !== undefined || mediaType === "application/octet-stream",
    });
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause?: unknown) {
  return storageError("InvalidRequest", "The multipart body is malformed", cause);
}

function bodyOf({ req }: Context): AsyncIterable<Uint8Array> {
  return req.raw.body ?? Readable.from([]);
}

async function save(pieces: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const handle = await open(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > bodyLimits.file) throw tooLarge();
      await handle.writeFile(piece);
    }
    return size;
  } catch (error) {
    throw explain(error);
  } finally {
    await handle.close();
  }
}

/** An error that is neither ours nor the disk's means that the client disconnected. */
function explain(error: unknown): unknown {
  if (error instanceof ApiError || isOutOfSpace(error)) return error;
  return storageError("InvalidRequest", "The upload was cut off", error);
}

/** Ignores further errors of a stream that has already failed. */
const ignore = () => undefined;

/** A media type that is safe in a response header; anything else is binary. */
function readMediaType(type: string): string {
  const isSound = type.length <= 200 && /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type);
  return isSound ? type : "application/octet-stream";
}

/** The client's max-age if plausible, else one hour, as in Supabase Storage. */
function maxAge(found: RegExpExecArray | null): string {
  const seconds = Number(found?.[1] ?? Number.NaN);
  return `max-age=${seconds <= maxAgeSeconds ? seconds : 3600}`;
}

const maxAgeSeconds = 100 * 365 * 86_400;
