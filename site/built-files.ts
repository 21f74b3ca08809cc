import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import type { Backend } from "#backend";
import { encodingFor } from "./encodings.ts";
import { idOf, type KeptPage, keepPage, sendPage } from "./page-cache/kept-page.ts";

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
export function sendBuiltFiles(input: BuiltFilesInput): RequestListener {
  const { requestLog, rest } = input;
  const files = listFiles(input.folder);
  const kept = new Map<string, KeptPage>();
  return async (incoming, outgoing) => {
    const { method = "GET", url = "", headers } = incoming;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || !files.has(url) || headers.range) return rest(incoming, outgoing);
    const started = performance.now();
    const page = kept.get(url) ?? (await readBuiltFile(input, url).catch(() => null));
    if (!page) return rest(incoming, outgoing);
    kept.set(url, page);
    const requestId = idOf(incoming);
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
async function readBuiltFile({ folder, answer }: BuiltFilesInput, url: string): Promise<KeptPage> {
  const response = await answer(new Request(new URL(url, "http://localhost")));
  if (response.status !== 200) throw new Error(`${url} is answered with ${response.status}`);
  const page = await keepPage(response, {
    route: url,
    shows: new Set(),
    madeAt: performance.now(),
  });
  for (const [encoding, ending] of [["br", ".br"] as const, ["gzip", ".gz"] as const]) {
    const packed = await readFile(join(folder, url + ending)).catch(() => null);
    if (packed) page.bodies.set(encoding, packed);
  }
  return page;
}
