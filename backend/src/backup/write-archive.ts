import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { hasCode } from "../postgres/failures.ts";
import {
  type ArchiveSeal,
  encodeTarEntry,
  entryNames,
  type TarEntry,
  tarEnd,
} from "./archive-format.ts";

/** Photos do not compress, so the fastest level is used. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Yields the entries of a backup as they become ready and returns the contents of the seal. */
export type ArchiveEntries = AsyncGenerator<TarEntry, Omit<ArchiveSeal, "sha256">>;

/**
 * Writes a sealed archive and returns its size in bytes. The file gets its name only when complete.
 */
export async function writeArchive(
  file: string,
  product: string,
  entries: ArchiveEntries,
  signal?: AbortSignal,
): Promise<number> {
  if (existsSync(file)) throw nameTaken(file);
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await removeLeftDrafts(file, product);
    await pipeline(
      Readable.from(sealed(entries), { objectMode: false }),
      createZstdCompress(compression),
      createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
      { signal },
    );
    const { size } = await stat(draft);
    await giveName(draft, file);
    return size;
  } catch (error) {
    throw explain(error, file);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/**
 * Deletes drafts of killed backups. A running backup writes to its draft every few seconds. A draft
 * that cannot be deleted is left alone.
 */
async function removeLeftDrafts(file: string, product: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const [, backup = ""] = draftName.exec(name) ?? [];
    if (backup === basename(file) || isOwnName(product, backup))
      await removeAbandoned(join(dirname(file), name)).catch(() => undefined);
  }
}

const abandonedAfterMs = 60 * 60_000;

async function removeAbandoned(draft: string): Promise<void> {
  const found = await lstat(draft);
  if (found.isFile() && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(draft);
}

/** `link` fails if the name was taken since, whereas `rename` would overwrite it. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (existsSync(file)) throw nameTaken(file);
    if (!hasCode(error, ...unknownLinks)) throw error;
    await rename(draft, file);
  }
}

/** Errors of file systems without hard links: FAT, many network shares. */
const unknownLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

function nameTaken(file: string): Error {
  return new Error(`${file} already exists. Choose another name.`);
}

async function* sealed(entries: ArchiveEntries): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for (;;) {
    const next = await entries.next();
    if (next.done) {
      const seal: ArchiveSeal = { ...next.value, sha256: hash.digest("hex") };
      const bytes = Buffer.from(JSON.stringify(seal));
      yield Buffer.concat([...encodeTarEntry({ name: entryNames.seal, bytes }), tarEnd]);
      return;
    }
    for (const block of encodeTarEntry(next.value)) {
      hash.update(block);
      yield block;
    }
  }
}

function explain(error: unknown, file: string): unknown {
  if (hasCode(error, "ENOSPC", "EDQUOT")) {
    return new Error(`No space left for the backup in ${dirname(file)}; no backup was written.`);
  }
  if (hasCode(error, "EACCES", "EPERM", "EROFS")) {
    return new Error(`Permission denied: cannot write ${file}.`);
  }
  if (hasCode(error, "ENOTDIR", "EEXIST")) return new Error(`${dirname(file)} is not a folder.`);
  return hasCode(error, "ABORT_ERR") ? new Error("Stopped; no backup was written.") : error;
}

/** The default name of a backup. */
export function nameBackup(product: string, madeAt: Date): string {
  const time = madeAt.toISOString().slice(0, 19).replaceAll(":", "-");
  return `${product.toLowerCase()}-${time}.tar.zst`;
}

/** Matches the name of an unfinished backup. */
const draftName = /^(.+)\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.part$/;

/** Whether `nameBackup` or the daily backup of docs/operations.md uses such names. */
function isOwnName(product: string, name: string): boolean {
  const start = `${product.toLowerCase()}-`;
  const rest = /^\d{4}-\d\d-\d\d(T\d\d-\d\d-\d\d)?\.tar\.zst$/;
  return name.startsWith(start) && rest.test(name.slice(start.length));
}
