import { z } from "zod";

/**
 * What a backup is: a tar, compressed with zstd, whose entries come in this order. `tar --zstd -xf`
 * reads it too, and psql's `\copy` takes the tables.
 *
 *     <name>-backup.json                      ArchiveHeader
 *     database/<schema>.<table>/000001.copy   rows as COPY's text, cut anywhere; 000002 goes on
 *     secrets.json                            what DATA_DIR/secrets.json held, where there is one
 *     files/objects/…                         the bytes of each stored object
 *     seal.json                               ArchiveSeal: all of the above is there, unchanged
 *
 * Behind the tar of older ones comes a frame that readers of zstd pass over.
 */
export const archiveFormat = 1;

export const entryNames = {
  header: (product: string) => `${product.toLowerCase()}-backup.json`,
  secrets: "secrets.json",
  seal: "seal.json",
  file: (name: string) => `files/${name}`,
  rows: (table: string, part: number) => `database/${table}/${String(part).padStart(6, "0")}.copy`,
};

/** The table whose rows an entry holds (`schema.table`), or null for any other entry. */
export function tableOf(entry: string): string | null {
  return /^database\/([^/]+)\/\d{6}\.copy$/.exec(entry)?.[1] ?? null;
}

/**
 * The name in the storage backend of the object whose bytes an entry holds, or null for any other
 * entry.
 */
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

/**
 * A table as a backup holds it; tables come after those that they refer to, and generated columns
 * are left out.
 */
export type ArchivedTable = z.infer<typeof ArchivedTable>;
export type ArchivedSequence = z.infer<typeof ArchivedSequence>;

/** The first entry. `migrations` are the versions that made the tables. */
export const ArchiveHeader = z.object({
  format: z.literal(archiveFormat),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string().regex(/^\d{14}$/)),
  tables: z.array(ArchivedTable),
  sequences: z.array(ArchivedSequence),
  /** Tells whether two installations have the same JWT_SECRET, without telling which. */
  secretMark: z.string(),
});
export type ArchiveHeader = z.infer<typeof ArchiveHeader>;

/** The last entry: what the others hold, and the SHA-256 of every byte of the tar before it. */
export const ArchiveSeal = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Objects whose bytes were lost before the backup. */
  missing: z.number().int(),
  sha256: z.string(),
});
export type ArchiveSeal = z.infer<typeof ArchiveSeal>;
