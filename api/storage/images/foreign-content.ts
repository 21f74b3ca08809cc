import type { ImageLayout } from "./image-layout.ts";

/** The beginnings of what a browser or a server would run if it took the file for a page. */
const markup = /<(?:script|html|iframe|svg|!doctype\s+html|\?php)[\s>/]/i;

/**
 * Tells whether an image file is at the same time something else: a page in its comments, or a page, document or archive behind
 * its end. Pixels are not searched, and a phone's own trailer (motion photo, depth map) is not refused.
 */
export function carriesForeignContent(bytes: Buffer, { notes, end }: ImageLayout): boolean {
  const trailer = bytes.subarray(end);
  return [...notes, trailer].some(hasMarkup) || trailer.includes("%PDF-") || endsAsArchive(trailer);
}

function hasMarkup(part: Buffer): boolean {
  return markup.test(part.toString("latin1"));
}

/** A ZIP is read from its end: a record of 22 bytes and a comment that fills the rest of the file. */
function endsAsArchive(trailer: Buffer): boolean {
  const record = trailer.lastIndexOf("PK\u0005\u0006");
  if (record < 0 || record + 22 > trailer.length) return false;
  return record + 22 + trailer.readUInt16LE(record + 20) === trailer.length;
}
