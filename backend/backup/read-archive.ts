import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { crc32, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import {
  ArchiveHeader,
  ArchiveSeal,
  archiveEnd,
  archiveFormat,
  entryNames,
  unsummedEnd,
} from "./archive-format.ts";
import { type ReadTarEntry, readTar, type TarEntry } from "./tar.ts";

/**
 * An opened backup. `entries` are those between header and seal; going through them to the end
 * proves the seal.
 */
export type Archive = {
  header: ArchiveHeader;
  entries: AsyncGenerator<TarEntry, ArchiveSeal>;
};

/**
 * Opens a backup. Throws one clear line when the file is none, is damaged, breaks off, or was
 * written by a newer version of the product. Once the signal is given, the next entry throws its
 * reason.
 */
export async function openArchive(
  file: string,
  product: string,
  signal?: AbortSignal,
): Promise<Archive> {
  const end = await readEnd(file, product).catch((error) => explain(error, file, cutOff));
  const tar = readTar(decompress(file, end));
  const first = await step(tar, file, end.isThere ? cutOff : foreign(product));
  if (first?.name !== entryNames.header(product)) throw new Error(`${file} ${foreign(product)}`);
  if (!end.isThere) throw damaged(file);
  const header = parseHeader(first.bytes, file, product);
  return { header, entries: readEntries(tar, first, file, signal) };
}

/**
 * Reads a whole backup without using it. Gives its header and its seal, and whether a secret is in
 * it; throws as `openArchive` does.
 */
export async function proveArchive(
  file: string,
  product: string,
  signal?: AbortSignal,
): Promise<{ header: ArchiveHeader; seal: ArchiveSeal; bringsSecret: boolean }> {
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

/** Where the text ends, and the sum of its compressed bytes, which older files do not have. */
type End = { isThere: boolean; at: number; sum: number | null };

async function readEnd(file: string, product: string): Promise<End> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const last = async (length: number) => {
      const bytes = Buffer.alloc(length);
      await handle.read(bytes, 0, length, Math.max(0, size - length));
      return bytes;
    };
    const { length } = archiveEnd(product, 0);
    const mark = await last(length);
    const sum = mark.readUInt32LE(length - 4);
    if (mark.equals(archiveEnd(product, sum))) return { isThere: true, at: size - length, sum };
    const old = unsummedEnd(product);
    const isThere = (await last(old.length)).equals(old);
    return { isThere, at: isThere ? size - old.length : size, sum: null };
  } finally {
    await handle.close();
  }
}

/** Behind the text comes an empty frame, which the writer's last flush may make. */
const longestTail = 32;

/**
 * zlib ends with the text, and may or may not stumble over what stands behind it; so how far it
 * came tells whether that is too much.
 */
async function* decompress(file: string, end: End): AsyncGenerator<Buffer> {
  if (end.at === 0) return;
  const plain = createZstdDecompress();
  const read = { bytes: 0, sum: 0 };
  const source = createReadStream(file, { end: end.at - 1, highWaterMark: 1024 * 1024 });
  yield* pipeline(
    source,
    (chunks) => passSummed(chunks, read),
    plain,
    () => undefined,
  );
  if (end.at - plain.bytesWritten > longestTail)
    throw new Error("The file goes on behind its text");
  if (end.sum !== null && end.sum !== (await sumUp(file, end.at, read))) {
    throw new Error("The file has changed since it was written");
  }
}

type Summed = { bytes: number; sum: number };

async function* passSummed(chunks: AsyncIterable<Buffer>, read: Summed): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    read.bytes += chunk.length;
    read.sum = crc32(chunk, read.sum);
    yield chunk;
  }
}

/** The sum of all bytes up to `end`; some of the last ones may not have been asked for. */
async function sumUp(file: string, end: number, { bytes, sum }: Summed): Promise<number> {
  if (bytes === end) return sum;
  const rest = createReadStream(file, { start: bytes, end: end - 1 });
  return rest.reduce((all, chunk: Buffer) => crc32(chunk, all), sum);
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

/** The operating system's own words about a file that is not there, or not ours to read. */
function isFileFault(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

const AnyHeader = z.object({ format: z.number() });

function parseHeader(bytes: Buffer, file: string, product: string): ArchiveHeader {
  const content = parseJson(bytes);
  const { data: any } = AnyHeader.safeParse(content);
  if (any && any.format > archiveFormat) {
    throw new Error(`${file} was written by a newer ${product}. Update this one first.`);
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
