import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { idOfRequest } from "#backend";
import { type Encoding, pack, unpack } from "../encodings.ts";

/** A cached page, in each encoding that was requested. */
export type KeptPage = {
  /** Route pattern, for the log. */
  route: string;
  /** The ids that invalidate it. */
  shows: ReadonlySet<string>;
  /** When rendering started, as `performance.now`. */
  madeAt: number;
  etag: string;
  /** Alternating names and values, without those that depend on the encoding. */
  headers: readonly string[];
  bodies: Map<Encoding, Buffer>;
};

/** Builds a cache entry from a response. */
export async function keepPage(
  answer: Response,
  { route, shows, madeAt }: Pick<KeptPage, "route" | "shows" | "madeAt">,
): Promise<KeptPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const named = [...answer.headers].filter(([name]) => !ofOneAnswer.has(name));
  const headers = [...named, ["etag", etag], ["vary", "Accept-Encoding"]].flat();
  return { route, shows, madeAt, etag, headers, bodies: new Map([["identity", body]]) };
}

const ofOneAnswer = new Set(["x-request-id", "content-length", "vary", "etag"]);

/** A request for a page, and its response. */
export type Asked = { incoming: IncomingMessage; outgoing: ServerResponse; requestId: string };

/** The request's id, or a new one. */
export function idOf({ headers }: IncomingMessage): string {
  return idOfRequest(headers["x-request-id"]?.toString());
}

/** Sends a page in an encoding that it has, or 304 when the client has it. */
export function sendPage(page: KeptPage, encoding: Encoding, asked: Asked): void {
  const { incoming, outgoing, requestId } = asked;
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
export async function encodePage({ bodies }: KeptPage, encoding: Encoding): Promise<void> {
  if (bodies.has(encoding)) return;
  const plain = await plainOf(bodies);
  bodies.set(encoding, await pack(plain, encoding));
  if (encoding !== "identity") bodies.delete("identity");
}

async function plainOf(bodies: KeptPage["bodies"]): Promise<Buffer> {
  const [found] = bodies;
  if (!found) throw new Error("A kept page has no body");
  const [encoding, body] = found;
  return bodies.get("identity") ?? unpack(body, encoding);
}

/** Approximate memory use, in bytes. */
export function sizeOf({ headers, bodies }: KeptPage): number {
  const texts = headers.reduce((sum, text) => sum + text.length, 500);
  return [...bodies.values()].reduce((sum, body) => sum + body.length, texts);
}
