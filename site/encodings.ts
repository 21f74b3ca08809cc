import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  gzipSync,
} from "node:zlib";

/** The content encoding of a page. */
export type Encoding = "br" | "gzip" | "identity";

/** The best supported encoding for an Accept-Encoding header (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const names = accepted
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim());
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : "identity";
}

/** Higher qualities take longer than rendering a page. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const codecs = {
  gzip: { compress: promisify(gzip), decompress: promisify(gunzip) },
  br: {
    compress: (plain: Buffer) => promisify(brotliCompress)(plain, brotliQuality),
    decompress: promisify(brotliDecompress),
  },
  identity: {
    compress: async (plain: Buffer) => plain,
    decompress: async (plain: Buffer) => plain,
  },
};

/** Compresses a page that is sent many times, off the main thread. */
export function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  return codecs[encoding].compress(plain);
}

const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Compresses a page that is sent once: a tenth larger in a third of the time. Runs on the main
 * thread, because handing the page over would take longer.
 */
export function compressFast(page: string, encoding: Encoding): string | Buffer<ArrayBuffer> {
  if (encoding === "identity") return page;
  return encoding === "br" ? brotliCompressSync(page, quickBrotli) : gzipSync(page, { level: 1 });
}

export function decompress(packed: Buffer, encoding: Encoding): Promise<Buffer> {
  return codecs[encoding].decompress(packed);
}
