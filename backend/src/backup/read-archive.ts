import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import {
  ArchiveHeader,
  ArchiveSeal,
  archiveFormat,
  entryNames,
  type ReadTarEntry,
  readTar,
  type TarEntry,
} from "./archive-format.ts";

/**
 * Returns the header and the entries up to the seal, which iterating to the end verifies. Throws a
 * one-line message if the file is no backup, damaged, truncated or from a newer version; throws the
 * reason of `signal` once it aborts.
 */
export async function openArchive(file: string, product: string, signal?: AbortSignal) {
  const tar = readTar(decompress(file));
  const first = await step(tar, file, foreign(product));
  if (first?.name !== entryNames.header(product)) throw new Error(`${file} ${foreign(product)}`);
  const header = parseHeader(first.bytes, file, product);
  return { header, entries: readEntries(tar, first, file, signal) };
}

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Verifies a whole backup without using it. Throws as `openArchive` does. */
export async function verifyArchive(file: string, product: string, signal?: AbortSignal) {
  const { header, entries } = await openArchive(file, product, signal);
  let bringsSecret = false;
  let next = await entries.next();
  while (!next.done) {
    bringsSecret ||= next.value.name === entryNames.secrets;
    next = await entries.next();
  }
  return { header, seal: next.value, bringsSecret };
}

const foreign = (product: string) => `is no backup of ${product}.`;
const cutOff = "is damaged or cut off. Nothing of it was used.";

/** Older backups end with a skippable frame behind the tar. */
const maxTrailerBytes = 64;

/** zlib may or may not fail on trailing bytes, so the number of bytes read decides. */
async function* decompress(file: string): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  const plain = createZstdDecompress();
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  yield* pipeline(source, plain, () => undefined);
  if (size - plain.bytesWritten > maxTrailerBytes)
    throw new Error("The file has data after the archive");
}

async function* readEntries(
  tar: AsyncGenerator<ReadTarEntry>,
  first: ReadTarEntry,
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<TarEntry, ArchiveSeal> {
  const hash = createHash("sha256");
  for (const block of first.raw) hash.update(block);
  for (;;) {
    signal?.throwIfAborted();
    const entry = await step(tar, file, cutOff);
    if (!entry) throw damaged(file);
    if (entry.name === entryNames.seal) {
      if (await step(tar, file, cutOff)) throw damaged(file);
      return parseSeal(entry.bytes, hash.digest("hex"), file);
    }
    for (const block of entry.raw) hash.update(block);
    yield entry;
  }
}

async function step(tar: AsyncGenerator<ReadTarEntry>, file: string, otherwise: string) {
  try {
    const next = await tar.next();
    return next.done ? null : next.value;
  } catch (error) {
    return explain(error, file, otherwise);
  }
}

function explain(error: unknown, file: string, otherwise: string): never {
  if (isFileFault(error)) throw new Error(`${file} cannot be read: ${error.message}`);
  throw new Error(`${file} ${otherwise}`, { cause: error });
}

/** The operating system's message for a file that is missing or not readable. */
function isFileFault(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

const AnyHeader = z.object({ format: z.number() });

function parseHeader(bytes: Buffer, file: string, product: string): ArchiveHeader {
  const content = parseJson(bytes);
  const { data: any } = AnyHeader.safeParse(content);
  if (any && any.format > archiveFormat) {
    throw new Error(`${file} was written by a newer ${product}. Update this installation first.`);
  }
  const { data: header } = ArchiveHeader.safeParse(content);
  if (!header) throw damaged(file);
  return header;
}

function parseSeal(bytes: Buffer, sha256: string, file: string): ArchiveSeal {
  const { data: seal } = ArchiveSeal.safeParse(parseJson(bytes));
  if (seal?.sha256 !== sha256) throw damaged(file);
  return seal;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

function damaged(file: string): Error {
  return new Error(`${file} ${cutOff}`);
}
