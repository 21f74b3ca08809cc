import { promisify } from "node:util";
import { gzip, type ZlibOptions } from "node:zlib";

/** A body with the headers that go with it. */
type Sent = { body: string; headers: Record<string, string> };

const pack = promisify<string, ZlibOptions, Buffer<ArrayBuffer>>(gzip);

/** A shorter answer is on its way sooner than it would be packed. */
const worthPacking = 16 * 1024;

/**
 * The body that is sent, packed where that pays and the client can unpack it; adds to the answer's
 * headers what says so.
 */
export async function packBody(
  { body, headers }: Sent,
  acceptEncoding: string | undefined,
): Promise<string | Buffer<ArrayBuffer>> {
  if (body.length < worthPacking) return body;
  headers.Vary = "Accept-Encoding";
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding ?? "")) return body;
  headers["Content-Encoding"] = "gzip";
  return pack(body, { level: 4 });
}
