import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { smallJpeg, smallPng } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { type S3Server, startS3Server } from "#backend-tests/support/s3-server.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let store: S3Server;
let server: TestServer;
let dealer: Person;

beforeEach(async () => {
  store = await startS3Server();
  server = await startTestServer({ s3: store.settings });
  dealer = await createDealership(server);
});
afterEach(async () => {
  await server.stop();
  await store.stop();
});

const photos = () => dealer.client.storage.from("vehicle_images");
const pathOf = (name: string) => `${dealer.id}/1700000000000-${name}`;
const addressOf = (name: string) => photos().getPublicUrl(pathOf(name)).data.publicUrl;
const rows = async () => [...(await server.sql`select name, version from storage.objects`)];
const unavailable = { status: 503, statusCode: "503" };

describe("fault 8: the S3 store is unreachable", () => {
  test("a new photo is rejected with 503, leaves no row, and works after recovery", async () => {
    await store.pause();
    const failed = await photos().upload(pathOf("a.jpg"), await smallJpeg());
    expect(failed.error).toMatchObject(unavailable);
    expect(await rows()).toEqual([]);
    await store.resume();
    expect((await photos().upload(pathOf("a.jpg"), await smallJpeg())).error).toBeNull();
  });

  test("an overwrite keeps the old bytes", async () => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    const before = await rows();
    await store.pause();
    const failed = await photos().upload(pathOf("a.jpg"), await smallPng(), { upsert: true });
    expect(failed.error).toMatchObject(unavailable);
    const shown = await fetch(addressOf("a.jpg"));
    expect([shown.status, shown.headers.get("retry-after")]).toEqual([503, "1"]);
    await store.resume();
    expect(await rows()).toEqual(before);
    expect((await fetch(addressOf("a.jpg"))).headers.get("content-type")).toBe("image/jpeg");
  });

  test("a dealer can remove a photo; the next sweep deletes its bytes", async () => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    const keys = store.keys();
    await store.pause();
    expect((await photos().remove([pathOf("a.jpg")])).data).toHaveLength(1);
    await store.resume();
    expect((await fetch(addressOf("a.jpg"))).status).toBe(400);
    for (const key of keys) store.age(key, 3_600_000);
    const next = await startTestServer({ s3: store.settings });
    await vi.waitFor(() => expect(store.keys()).toEqual([]), patience);
    await next.stop();
  });

  test("the server starts, and serves what needs no picture", async () => {
    await store.pause();
    const next = await startTestServer({ s3: store.settings });
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    await next.stop();
    await store.resume();
  });

  test("a dealer's upload survives a brief failure of the store", async () => {
    let hiccups = 0;
    store.answerWith((_request, response) => {
      hiccups += 1;
      if (hiccups === 1) response.destroy();
      else response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      if (hiccups === 2) store.answerWith(null);
    });
    expect((await photos().upload(pathOf("a.jpg"), await smallJpeg())).error).toBeNull();
    expect(hiccups).toBe(2);
  });

  test.each([
    [503, "SlowDown"],
    [403, "AccessDenied"],
  ])(
    "a store that answers %i %s to everything counts as unreachable; nothing is lost",
    async (status, code) => {
      await photos().upload(pathOf("a.jpg"), await smallJpeg());
      const before = await rows();
      const kept = Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer());
      store.answerWith((_request, response) => {
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      });
      for (const [name, upsert] of [
        ["a.jpg", true],
        ["b.jpg", false],
      ] as const) {
        const failed = await photos().upload(pathOf(name), await smallPng(), { upsert });
        expect(failed.error).toMatchObject(unavailable);
      }
      expect((await fetch(addressOf("a.jpg"))).status).toBe(503);
      expect(await rows()).toEqual(before);
      store.answerWith(null);
      expect(Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer())).toEqual(kept);
    },
  );

  test.each([
    ["with a matching Content-Length", (half: Buffer) => ({ "content-length": half.length })],
    ["without a Content-Length", () => ({ "transfer-encoding": "chunked" })],
  ])(
    "a visitor gets 503, not half a photo, if the store sends half %s",
    async (_words, headersOf) => {
      await photos().upload(pathOf("a.jpg"), await smallJpeg());
      const photo = Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer());
      const half = photo.subarray(0, photo.length / 2);
      store.answerWith(({ url = "" }, response) => {
        if (url.includes("/objects/")) response.writeHead(200, headersOf(half)).end(half);
        else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
      });
      const resized = `${addressOf("a.jpg").replace("/object/", "/render/image/")}?width=100`;
      expect((await fetch(addressOf("a.jpg"))).status).toBe(503);
      expect((await fetch(resized)).status).toBe(503);
      store.answerWith(null);
      expect(Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer())).toEqual(photo);
      expect((await fetch(resized)).status).toBe(200);
    },
  );

  test("a visitor gets 503 from a silent store, and the server stays ready", async () => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    store.answerWith(() => undefined);
    const shown = await fetch(addressOf("a.jpg"));
    expect(shown.status).toBe(503);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

describe("fault 8: a proxy before the S3 store sends a few bytes at a time", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    [
      "drips its headers",
      ({ socket }) => {
        const text = `HTTP/1.1 200 OK\r\nx-drip: ${"drop ".repeat(500)}`[Symbol.iterator]();
        repeat(socket, 300, () => socket?.write(text.next().value ?? ""));
      },
    ],
    [
      "sends 100 Continue repeatedly",
      (response) => repeat(response.socket, 100, () => response.writeContinue()),
    ],
    [
      "drips its error body",
      (response) => {
        response.writeHead(503);
        repeat(response.socket, 100, () => response.write("x"));
      },
    ],
  ])("people get 503 at every endpoint if it %s, and nothing is lost", async (_words, stall) => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    const before = await rows();
    const photo = Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer());
    store.answerWith((request, response) => {
      request.resume().on("error", () => undefined);
      response.on("error", () => undefined);
      stall(response);
    });
    const resized = `${addressOf("a.jpg").replace("/object/", "/render/image/")}?width=100`;
    const [shown, refused] = await Promise.all([
      Promise.all([
        fetch(addressOf("a.jpg")),
        fetch(addressOf("a.jpg"), { headers: { range: "bytes=10-200" } }),
        fetch(resized),
      ]),
      Promise.all([
        photos().upload(pathOf("b.jpg"), await smallJpeg()),
        photos().upload(pathOf("a.jpg"), await smallPng(), { upsert: true }),
        photos().copy(pathOf("a.jpg"), pathOf("c.jpg")),
      ]),
    ]);
    expect(shown.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { error } of refused) expect(error).toMatchObject(unavailable);

    store.answerWith(null);
    expect(await rows()).toEqual(before);
    expect(Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer())).toEqual(photo);
    expect((await fetch(resized)).status).toBe(200);
  });

  test.each([
    ["204", 204, {}, ""],
    [
      "with an HTML page",
      200,
      { "content-type": "text/html", etag: 'W/"page"' },
      "<html>Sign in</html>",
    ],
  ])(
    "a dealer's photo is not stored if a proxy answers %s",
    async (_words, status, headers, page) => {
      store.answerWith((request, response) => {
        request.resume().on("end", () => response.writeHead(status, headers).end(page));
      });
      const failed = await photos().upload(pathOf("a.jpg"), await smallJpeg());
      expect(failed.error).toMatchObject(unavailable);
      expect(await rows()).toEqual([]);
      store.answerWith(null);
      expect((await photos().upload(pathOf("a.jpg"), await smallJpeg())).error).toBeNull();
    },
  );
});

/** Repeats until the connection closes. */
function repeat(socket: Socket | null, everyMs: number, act: () => void): void {
  const turn = setInterval(act, everyMs);
  socket?.once("close", () => clearInterval(turn));
}

describe("fault 9: a crash left files without a row in the S3 store", () => {
  test("the next start deletes old ones, and keeps recent ones and other programs' files", async () => {
    const [old, fresh] = [`objects/aa/${randomUUID()}`, `objects/aa/${randomUUID()}`];
    const rendition = `renditions/aa/${randomUUID()}/w320.webp`;
    const foreign = "objects/other-program.txt";
    for (const key of [old, rendition, foreign]) store.put(key, 3_600_000);
    store.put(fresh, 0);
    const next = await startTestServer({ s3: store.settings });
    await vi.waitFor(() => expect(store.keys()).toEqual([fresh, foreign].sort()), patience);
    await next.stop();
  });
});
