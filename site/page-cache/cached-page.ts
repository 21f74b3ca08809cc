import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { idOfRequest } from "#backend";
import { compress, decompress, type Encoding } from "../encodings.ts";

/** A cached page, in each encoding that was requested. */
export type CachedPage = {
  /** Route pattern, for the log. */
  route: string;
  /** The ids that invalidate it. */
  dependsOn: ReadonlySet<string>;
  /** When rendering started, as `performance.now`. */
  renderedAt: number;
  etag: string;
  /** Alternating names and values, without those that depend on the encoding. */
  headers: readonly string[];
  bodies: Map<Encoding, Buffer>;
};

/** Builds a cache entry from a response that may be cached, and adds its ETag. */
export async function toCachedPage(
  answer: Response,
  { route, dependsOn, renderedAt }: Pick<CachedPage, "route" | "dependsOn" | "renderedAt">,
): Promise<CachedPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const named = [...answer.headers].filter(([name]) => !ofOneAnswer.has(name));
  const headers = [...named, ["etag", etag], ["vary", "Accept-Encoding"]].flat();
  return { route, dependsOn, renderedAt, etag, headers, bodies: new Map([["identity", body]]) };
}

const ofOneAnswer = new Set(["x-request-id", "content-length", "vary", "etag"]);

/** A request for a page, and its response. */
export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; requestId: string };

/** The request's id, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return idOfRequest(headers["x-request-id"]?.toString());
}

/** Sends a page in an encoding that it has, or 304 when the client has it. */
export function sendPage(page: CachedPage, encoding: Encoding, exchange: Exchange): void {
  const { incoming, outgoing, requestId } = exchange;
  const body = page.bodies.get(encoding);
  const known = incoming.headers["if-none-match"]?.split(",");
  const headers = [...page.headers, "x-request-id", requestId];
  if (known?.some((one) => one.trim() === page.etag)) {
    outgoing.writeHead(304, headers).end();
    return;
  }
  headers.push("content-length", String(body?.length ?? 0));
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  outgoing.writeHead(200, headers).end(incoming.method === "HEAD" ? undefined : body);
}

/**
 * Adds an encoding. The uncompressed body is dropped once there is a compressed one, and
 * decompressed when it is needed.
 */
export async function encodePage({ bodies }: CachedPage, encoding: Encoding): Promise<void> {
  if (bodies.has(encoding)) return;
  const plain = await plainOf(bodies);
  bodies.set(encoding, await compress(plain, encoding));
  if (encoding !== "identity") bodies.delete("identity");
}

async function plainOf(bodies: CachedPage["bodies"]): Promise<Buffer> {
  const [found] = bodies;
  if (!found) throw new Error("A cached page has no body");
  const [encoding, body] = found;
  return bodies.get("identity") ?? decompress(body, encoding);
}

/** Approximate memory use, in bytes. */
export function sizeOf({ headers, bodies }: CachedPage): number {
  const texts = headers.reduce((sum, text) => sum + text.length, 500);
  return [...bodies.values()].reduce((sum, body) => sum + body.length, texts);
}
