import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveBuiltFiles } from "./built-files.ts";

const script = "export const answer = 42;".repeat(20);
const folder = mkdtempSync(join(tmpdir(), "vitrina-built-"));
const lines: string[] = [];
let asked = 0;
let server: Server;
let site: string;

beforeAll(async () => {
  writeFileSync(join(folder, "a.js"), script);
  writeFileSync(join(folder, "a.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "gone.js"), "gone");
  const listener = serveBuiltFiles({
    folder,
    answer: async ({ url }) => {
      asked += 1;
      const name = new URL(url).pathname.slice(1);
      if (name === "gone.js") return new Response("gone", { status: 404 });
      const headers = { "content-type": "text/javascript", "cache-control": "immutable" };
      return new Response(readFileSync(join(folder, name)), { headers });
    },
    requestLog: ({ method, route, status }) => lines.push(`${method} ${route} ${status}`),
    rest: (_incoming, outgoing) => outgoing.end("the rest"),
  });
  server = createServer(listener).listen(0);
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(site + path, { method, headers });

test("a visitor gets the precompressed file, which is read from disk once", async () => {
  for (let time = 0; time < 3; time += 1) {
    const answer = await ask("/a.js", { "accept-encoding": "br" });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(answer.headers.get("cache-control")).toBe("immutable");
    expect(await answer.text()).toBe(script);
  }
  expect(asked).toBe(1);
  expect(brotliDecompressSync(readFileSync(join(folder, "a.js.br"))).toString()).toBe(script);
});

test("a visitor gets an uncompressed file plain, and 304 when it is unchanged", async () => {
  const plain = await ask("/a.js", { "accept-encoding": "gzip" });
  expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, script]);
  const tag = plain.headers.get("etag") ?? "";
  const known = await ask("/a.js", { "if-none-match": tag });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  const head = await ask("/a.js", {}, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(lines.slice(-3)).toEqual(["GET /a.js 200", "GET /a.js 304", "HEAD /a.js 200"]);
});

test.each([
  ["a path without a file", "/b.js", {}, "GET"],
  ["a URL with a query", "/a.js?x=1", {}, "GET"],
  ["a range of a file", "/a.js", { range: "bytes=0-1" }, "GET"],
  ["a POST request", "/a.js", {}, "POST"],
  ["a file that cannot be read", "/gone.js", {}, "GET"],
])("%s is passed to the next handler", async (_, path, headers, method) => {
  expect(await (await ask(path, headers as Record<string, string>, method)).text()).toBe(
    "the rest",
  );
});
