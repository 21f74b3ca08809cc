export type ImageType = "image/jpeg" | "image/png" | "image/webp";

/** Whether a media type is one of those that pictures have here. */
export function isImageType(type: string): type is ImageType {
  return type === "image/jpeg" || type === "image/png" || type === "image/webp";
}

/** One of ours, by the first bytes, or the name of what it is instead. */
export function sniffType(bytes: Buffer): ImageType | { other: string } {
  const head = bytes.toString("latin1", 0, 16);
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  return { other: nameOther(head, bytes) };
}

function nameOther(head: string, bytes: Buffer): string {
  if (head.slice(4, 8) === "ftyp") return isoMediaType(head.slice(8, 12));
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("BM")) return "image/bmp";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "image/tiff";
  const text = bytes.toString("latin1", 0, 1024).toLowerCase();
  if (text.includes("<svg")) return "image/svg+xml";
  if (text.includes("<html") || text.includes("<!doctype html")) return "text/html";
  return "application/octet-stream";
}

/** HEIC is worth its name: it is what an iPhone gives, and the answer says what to do about it. */
function isoMediaType(brand: string): string {
  if (["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"].includes(brand)) return "image/heic";
  if (["avif", "avis"].includes(brand)) return "image/avif";
  return "video/mp4";
}
