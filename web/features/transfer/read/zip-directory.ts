const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;
/** Sizes of the ZIP end record and of the longest comment after it, in bytes. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/** A ZIP's directory: total unpacked size in bytes, and file names. */
export type ZipDirectory = { size: number; names: string[]; isEncrypted: boolean };

/** Reads a ZIP's directory; null if it is unreadable. */
export function readZipDirectory(archive: ArrayBuffer): ZipDirectory | null {
  const view = new DataView(archive);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = view.getUint16(end + 10, true);
  const directory: ZipDirectory = { size: 0, names: [], isEncrypted: false };
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) return null;
    // A ZIP64 entry says 4 GB here.
    directory.size += view.getUint32(at + 24, true);
    directory.isEncrypted ||= (view.getUint16(at + 8, true) & 1) === 1;
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    if (at + 46 + name > view.byteLength) return null;
    directory.names.push(new TextDecoder().decode(new Uint8Array(archive, at + 46, name)));
    at += 46 + name + extra + comment;
  }
  return directory;
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  return null;
}
