import { z } from "zod";

/**
 * A backup is a zstd-compressed tar with these entries, in this order. `tar --zstd -xf` extracts
 * it, and psql's `\copy` reads the tables.
 *
 *     <name>-backup.json                      ArchiveHeader
 *     database/<schema>.<table>/000001.copy   rows in COPY text format; 000002 continues it
 *     secrets.json                            DATA_DIR/secrets.json, if there is one
 *     files/objects/…                         the bytes of each stored object
 *     seal.json                               ArchiveSeal: proves the entries above
 *
 * Older backups have a skippable zstd frame behind the tar.
 */
export const archiveFormat = 1;

export const entryNames = {
  header: (product: string) => `${product.toLowerCase()}-backup.json`,
  secrets: "secrets.json",
  seal: "seal.json",
  file: (name: string) => `files/${name}`,
  rows: (table: string, part: number) => `database/${table}/${String(part).padStart(6, "0")}.copy`,
};

/** The table that an entry holds rows of (`schema.table`), or null for any other entry. */
export function tableOf(entry: string): string | null {
  return /^database\/([^/]+)\/\d{6}\.copy$/.exec(entry)?.[1] ?? null;
}

/** The storage backend's name of the object in this entry, or null. */
export function objectOf(entry: string): string | null {
  return /^files\/(objects\/[0-9a-f]{2}\/[0-9a-f-]{36})$/.exec(entry)?.[1] ?? null;
}

const ArchivedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});

const ArchivedSequence = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string().regex(/^-?\d+$/),
});

/** Tables are listed after the tables that they reference. Generated columns are omitted. */
export type ArchivedTable = z.infer<typeof ArchivedTable>;
export type ArchivedSequence = z.infer<typeof ArchivedSequence>;

/** The first entry. `migrations` are the versions that created the tables. */
export const ArchiveHeader = z.object({
  format: z.literal(archiveFormat),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string().regex(/^\d{14}$/)),
  tables: z.array(ArchivedTable),
  sequences: z.array(ArchivedSequence),
  /** Shows whether two installations share a JWT_SECRET, without revealing it. */
  secretMark: z.string(),
});
export type ArchiveHeader = z.infer<typeof ArchiveHeader>;

/** The last entry: counts of the others, and the SHA-256 of every byte of the tar before it. */
export const ArchiveSeal = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Objects that had already lost their bytes before the backup. */
  missing: z.number().int(),
  sha256: z.string(),
});
export type ArchiveSeal = z.infer<typeof ArchiveSeal>;

/** A file in the tar. Each is held in memory, so writers keep them small. */
export type TarEntry = { name: string; bytes: Buffer };

export type ReadTarEntry = TarEntry & { raw: Buffer[] };

const blockSize = 512;

/** Encodes an entry in ustar format. Throws if the name is too long. */
export function encodeTarEntry({ name, bytes }: TarEntry): Buffer[] {
  const padding = Buffer.alloc(-bytes.length & (blockSize - 1));
  return [encodeHead(name, bytes.length), bytes, padding];
}

/** The end-of-archive marker. */
export const tarEnd = Buffer.alloc(2 * blockSize);

/** Reads the entries of a tar that `encodeTarEntry` wrote. Throws if it is truncated or no tar. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ReadTarEntry> {
  const take = createByteReader(source);
  for (;;) {
    const head = await take(blockSize);
    if (head.every((byte) => byte === 0)) return readRest(take);
    const { name, size } = decodeHead(head);
    const bytes = await take(size);
    const padding = await take(-size & (blockSize - 1));
    yield { name, bytes, raw: [head, bytes, padding] };
  }
}

/** Reads to the end, because zstd only verifies its checksum there. */
async function readRest(take: ByteReader): Promise<void> {
  await take(blockSize);
  if (!(await take.isAtEnd())) throw new Error("The archive has data after its end");
}

function encodeHead(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar`);
  const head = Buffer.alloc(blockSize);
  head.write(name, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(octal(size), 124);
  head.write(octal(0), 136);
  head.write("0", 156);
  head.write("ustar\x0000", 257, "latin1");
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

function decodeHead(head: Buffer): { name: string; size: number } {
  const written = Number.parseInt(head.toString("latin1", 148, 156), 8);
  if (written !== checksum(head)) throw new Error("This is not a tar");
  const name = head.toString("utf8", 0, 100).replace(/\0.*$/, "");
  return { name, size: Number.parseInt(head.toString("latin1", 124, 136), 8) };
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}

/** The sum of the header's bytes, with the checksum field read as spaces. */
function checksum(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** Returns exactly the requested number of bytes. */
type ByteReader = ((count: number) => Promise<Buffer>) & { isAtEnd(): Promise<boolean> };

function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let kept: Buffer = Buffer.alloc(0);
  const take = async (count: number): Promise<Buffer> => {
    const parts = [kept];
    let size = kept.length;
    while (size < count) {
      const next = await iterator.next();
      if (next.done) throw new Error("The archive is truncated");
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? kept : Buffer.concat(parts, size);
    kept = all.subarray(count);
    return all.subarray(0, count);
  };
  const isAtEnd = async () => kept.length === 0 && (await iterator.next()).done === true;
  return Object.assign(take, { isAtEnd });
}
