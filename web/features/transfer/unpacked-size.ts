const END_RECORD = 0x06054b50;
const ENTRY = 0x02014b50;
/** The record at a zip's end, and the longest comment after it. */
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

/** How many bytes a zip's own directory says that it unpacks to; null where it cannot be read. */
export function unpackedSize(archive: ArrayBuffer): number | null {
  const view = new DataView(archive);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let size = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) return null;
    // In a zip of more than 4 GB this says 4 GB.
    size += view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return size;
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  return null;
}
