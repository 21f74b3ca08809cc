import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import type { Backend } from "#backend";
import { encodingFor } from "./encodings.ts";
import { type CachedPage, requestIdOf, sendPage, toCachedPage } from "./page-cache/cached-page.ts";

type BuiltFilesInput = {
  folder: string;
  /** The site's own handler. */
  answer(request: Request): Response | Promise<Response>;
  requestLog: Backend["requestLog"];
  /** Handles all other requests. */
  rest: RequestListener;
};

/**
 * Serves the built files from memory: each is read once, with its precompressed forms. Pays off
 * because a visitor's first page loads some thirty of them.
 */
export function serveBuiltFiles(input: BuiltFilesInput): RequestListener {
  const { requestLog, rest } = input;
  const files = listFiles(input.folder);
  const pages = new Map<string, CachedPage>();
  return async (incoming, outgoing) => {
    const { method = "GET", url = "", headers } = incoming;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || !files.has(url) || headers.range) return rest(incoming, outgoing);
    const started = performance.now();
    const page = pages.get(url) ?? (await readBuiltFile(input, url).catch(() => null));
    if (!page) return rest(incoming, outgoing);
    pages.set(url, page);
    const requestId = requestIdOf(incoming);
    const accepted = encodingFor(headers["accept-encoding"]);
    const encoding = page.bodies.has(accepted) ? accepted : "identity";
    sendPage(page, encoding, { requestId, incoming, outgoing });
    requestLog({ requestId, method, route: page.route, status: outgoing.statusCode, started });
  };
}

/** The URL paths of all files in a folder. */
export function listFiles(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder, { recursive: true }).map((file) => `/${file}`));
}

/** Stores the site's response together with the precompressed files. */
async function readBuiltFile(
  { folder, answer }: BuiltFilesInput,
  url: string,
): Promise<CachedPage> {
  const response = await answer(new Request(new URL(url, "http://localhost")));
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  const page = await toCachedPage(response, {
    route: url,
    dependsOn: new Set(),
    renderedAt: performance.now(),
  });
  for (const [encoding, ending] of [["br", ".br"] as const, ["gzip", ".gz"] as const]) {
    const packed = await readFile(join(folder, url + ending)).catch(() => null);
    if (packed) page.bodies.set(encoding, packed);
  }
  return page;
}
