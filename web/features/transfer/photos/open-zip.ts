import {
  BlobReader,
  type Entry,
  type FileEntry,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import {
  MAX_PHOTO_BYTES,
  MAX_ZIP_FILES,
  MAX_ZIP_UNPACKED_BYTES,
  photoMessages as messages,
} from "./messages.ts";

/** A file in a ZIP, unpacked when read. */
export type ZippedFile = {
  path: string;
  size: number;
  /** Throws UserFacingError for a damaged file, or one larger than the directory says. */
  read(): Promise<File>;
};

/** Photos hardly compress; a higher ratio means a ZIP bomb. */
const MAX_EXPANSION = 20;

/** Files that operating systems add to ZIPs. */
const SYSTEM_FILES = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists a ZIP's files from its directory without unpacking them. Throws UserFacingError if it is
 * not a ZIP or exceeds the limits.
 */
export async function openZip(archive: Blob): Promise<ZippedFile[]> {
  const entries = await listEntries(archive);
  const files = entries.filter((entry): entry is FileEntry => !entry.directory);
  const size = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > archive.size * MAX_EXPANSION) throw new UserFacingError(messages.bomb);
  if (size > MAX_ZIP_UNPACKED_BYTES) throw new UserFacingError(messages.tooLarge);
  return files
    .filter(({ filename }) => !SYSTEM_FILES.test(filename))
    .map((entry) => ({
      path: entry.filename,
      size: entry.uncompressedSize,
      read: () => unpack(entry),
    }));
}

async function listEntries(archive: Blob): Promise<Entry[]> {
  const entries: Entry[] = [];
  // zip.js builds its workers from strings, which the CSP forbids.
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false });
  const listing = reader.getEntriesGenerator();
  try {
    for await (const entry of listing) {
      entries.push(entry);
      if (entries.length > MAX_ZIP_FILES) throw new UserFacingError(messages.tooMany);
    }
  } catch (cause) {
    if (cause instanceof UserFacingError) throw cause;
    throw new UserFacingError(messages.noZip, { cause });
  }
  return entries;
}

async function unpack(entry: FileEntry): Promise<File> {
  if (entry.encrypted) throw new UserFacingError(messages.encrypted);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const into = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      size += part.length;
      // The limits were checked against the directory, so enforce the directory's size.
      if (size > Math.min(entry.uncompressedSize, MAX_PHOTO_BYTES)) throw new Error("too large");
      parts.push(part);
    },
  });
  try {
    await entry.getData(into);
  } catch (cause) {
    throw new UserFacingError(messages.damaged, { cause });
  }
  return new File(parts, entry.filename.replace(/^.*[/\\]/, ""));
}
