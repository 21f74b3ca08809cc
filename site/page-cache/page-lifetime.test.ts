import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import { openPageCache, type PageEnvironment } from "./index.ts";

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const minuteMs = 60_000;

/** A site with a clock that the test moves, on a database without changes. */
async function startSite(maxBytes = 1_000_000) {
  let now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let made = 0;
  const cache = await openPageCache({
    maxBytes,
    answer: (_, { cacheUntilChanged }: PageEnvironment) => {
      made += 1;
      cacheUntilChanged?.(["dealership"]);
      return new Response("a".repeat(2_000), { headers: { "content-type": "text/html" } });
    },
    listen: async () => ({ isCaughtUp: async () => true, stop: async () => undefined }),
    requestLog: () => undefined,
    onDomainsChanged: () => undefined,
    pages: {
      matchRoute: () => "/share",
      patterns: new Set(["/share"]),
      parameters: new Set(["ids"]),
    },
  });
  const pass = (minutes: number) => {
    now += minutes * minuteMs;
  };
  // A page that started rendering before the cache subscribed is not cached.
  pass(1);
  const server = createServer(cache.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await cache.stop();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    countMade: () => made,
    read: (encoding: string, path = "/share") =>
      sendRaw(url, { method: "GET", path, headers: { "accept-encoding": encoding } }),
    pass,
  };
}

test("a page is rendered again after an hour, even if encodings were added in between", async () => {
  const site = await startSite();
  await site.read("gzip");
  site.pass(30);
  await site.read("br");
  site.pass(25);
  await site.read("identity");
  expect(site.countMade()).toBe(1);
  site.pass(6);
  await site.read("gzip");
  expect(site.countMade()).toBe(2);
  site.pass(59);
  await site.read("br");
  expect(site.countMade()).toBe(2);
});

test("the cache limit counts only the compressed size of a page", async () => {
  const site = await startSite(6_000);
  const paths = ["/share?ids=1", "/share?ids=2", "/share?ids=3", "/share?ids=4"];
  for (const path of paths) await site.read("br", path);
  for (const path of paths) await site.read("br", path);
  expect(site.countMade()).toBe(paths.length);
});
