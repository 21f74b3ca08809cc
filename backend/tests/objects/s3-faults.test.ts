import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { S3Times } from "../../src/settings.ts";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg, smallPng } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { patience } from "../support/patience.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import type { TestServer } from "../support/test-server.ts";

let store: S3Server;
let server: TestServer;
let owner: Account;
/** Each test has a folder of its own. */
let folder: string;

/** The time limits of the server's requests to the store. */
const times: Partial<S3Times> = {};

beforeAll(async () => {
  store = await startS3Server();
  server = await startNotesServer({ s3: { ...store.settings, times } });
  owner = await createAccount(server);
});
beforeEach(() => {
  folder = randomUUID();
});
afterAll(async () => {
  await server.stop();
  await store.stop();
});

const photos = () => owner.client.storage.from("pictures");
const pathOf = (name: string) => `${owner.id}/${folder}/${name}`;
const addressOf = (name: string) => photos().getPublicUrl(pathOf(name)).data.publicUrl;
const resizedOf = (name: string) =>
  `${addressOf(name).replace("/object/", "/render/image/")}?width=100`;
const rows = async () => [
  ...(await server.sql<{ name: string; version: string }[]>`
    select name, version from storage.objects where name like ${`${owner.id}/${folder}/%`}`),
];

/** Runs `work` while the store stalls; `limits` is the limit that ends each request. */
async function whileStalled<T>(
  stall: RequestListener,
  limits: Partial<S3Times>,
  work: () => Promise<T>,
): Promise<T> {
  Object.assign(times, limits, { retryWithinMs: 0 });
  store.answerWith(stall);
  try {
    return await work();
  } finally {
    store.answerWith(null);
    for (const name of Object.keys(limits) as (keyof S3Times)[]) delete times[name];
    delete times.retryWithinMs;
  }
}

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

  test("a failed overwrite keeps the old photo", async () => {
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

  test("an owner can remove a photo; the next sweep deletes its bytes", async () => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    expect((await fetch(resizedOf("a.jpg"))).status).toBe(200);
    const [row] = await rows();
    const keys = () => store.keys().filter((key) => key.includes(row?.version ?? ""));
    expect(keys()).toHaveLength(2);
    await store.pause();
    expect((await photos().remove([pathOf("a.jpg")])).data).toHaveLength(1);
    await store.resume();
    expect((await fetch(addressOf("a.jpg"))).status).toBe(400);
    for (const key of keys()) store.age(key, 3_600_000);
    const next = await startNotesServer({ s3: store.settings });
    await vi.waitFor(() => expect(keys()).toEqual([]), patience);
    await next.stop();
  });

  test("the server starts and reports ready", async () => {
    await store.pause();
    const next = await startNotesServer({ s3: store.settings });
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    await next.stop();
    await store.resume();
  });

  test("an upload survives a brief failure of the store", async () => {
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
      const resized = resizedOf("a.jpg");
      expect((await fetch(addressOf("a.jpg"))).status).toBe(503);
      expect((await fetch(resized)).status).toBe(503);
      store.answerWith(null);
      expect(Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer())).toEqual(photo);
      expect((await fetch(resized)).status).toBe(200);
    },
  );

  test("a visitor gets 503 from a silent store, and the server stays ready", async () => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    await whileStalled(
      () => undefined,
      { idleTimeoutMs: 300 },
      async () => {
        expect((await fetch(addressOf("a.jpg"))).status).toBe(503);
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      },
    );
  });
});

describe("fault 8: a proxy before the S3 store sends a few bytes at a time", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    [
      "drips its headers",
      ({ socket }) => {
        const text = `HTTP/1.1 200 OK\r\nx-drip: ${"drop ".repeat(500)}`[Symbol.iterator]();
        repeat(socket, 20, () => socket?.write(text.next().value ?? ""));
      },
    ],
    [
      "sends 100 Continue repeatedly",
      (response) => repeat(response.socket, 20, () => response.writeContinue()),
    ],
    [
      "drips its error body",
      (response) => {
        response.writeHead(503);
        repeat(response.socket, 20, () => response.write("x"));
      },
    ],
  ])("people get 503 at every endpoint if it %s, and nothing is lost", async (_words, stall) => {
    await photos().upload(pathOf("a.jpg"), await smallJpeg());
    const before = await rows();
    const photo = Buffer.from(await (await fetch(addressOf("a.jpg"))).arrayBuffer());
    const listener: RequestListener = (request, response) => {
      request.resume().on("error", () => undefined);
      response.on("error", () => undefined);
      stall(response);
    };
    const resized = resizedOf("a.jpg");
    const [shown, refused] = await whileStalled(
      listener,
      { answerMs: 300, errorTimeoutMs: 300 },
      async () =>
        Promise.all([
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
        ]),
    );
    expect(shown.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { error } of refused) expect(error).toMatchObject(unavailable);

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
  ])("a photo is not stored if a proxy answers %s", async (_words, status, headers, page) => {
    store.answerWith((request, response) => {
      request.resume().on("end", () => response.writeHead(status, headers).end(page));
    });
    const failed = await photos().upload(pathOf("a.jpg"), await smallJpeg());
    expect(failed.error).toMatchObject(unavailable);
    expect(await rows()).toEqual([]);
    store.answerWith(null);
    expect((await photos().upload(pathOf("a.jpg"), await smallJpeg())).error).toBeNull();
  });
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
    const put = [old, fresh, rendition, foreign];
    const left = () => store.keys().filter((key) => put.includes(key));
    const next = await startNotesServer({ s3: store.settings });
    await vi.waitFor(() => expect(left()).toEqual([fresh, foreign].sort()), patience);
    await next.stop();
  });
});
