import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { startS3Server } from "../../../tests/support/s3-server.ts";
import type { S3Times } from "../../settings.ts";
import { createS3Backend } from "./s3-backend.ts";
import type { StorageBackend } from "./storage-backend.ts";

const key = "objects/aa/aa000000-0000-4000-8000-000000000000";

/** Runs the test with a backend over a fake store. */
async function withStore(
  answer: RequestListener,
  work: (backend: StorageBackend) => Promise<void>,
  times: Partial<S3Times> = {},
): Promise<void> {
  const store = createServer(answer);
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const { port } = store.address() as AddressInfo;
  const backend = createS3Backend({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "files",
    accessKeyId: "id",
    secretAccessKey: "secret",
    forcePathStyle: true,
    times,
  });
  try {
    await work(backend);
  } finally {
    store.close();
    store.closeAllConnections();
  }
}

describe("a request to an S3 store", () => {
  test("is signed with the hash of its bytes", async () => {
    const bytes = randomBytes(70_000);
    const seen: unknown[] = [];
    const answer: RequestListener = async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const { authorization = "", "x-amz-content-sha256": hash } = request.headers;
      const isSigned = /SignedHeaders=[^,]*host[^,]*x-amz-content-sha256/.test(authorization);
      seen.push([isSigned, createHash("sha256").update(body).digest("hex") === hash, body.length]);
      response.writeHead(200, { etag: '"tag"' }).end();
    };
    await withStore(answer, (backend) => backend.write(key, bytes));
    expect(seen).toEqual([[true, true, bytes.length]]);
  });

  test("streams a file before the store has sent all of it", async () => {
    const begun: ServerResponse[] = [];
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": "2000000" });
      response.write(Buffer.alloc(1_000_000, 1));
      begun.push(response);
    };
    await withStore(answer, async (backend) => {
      const file = await backend.open(key);
      const parts = file?.read()[Symbol.asyncIterator]();
      const first = await parts?.next();
      expect(first?.value.length).toBeGreaterThan(0);
      begun[0]?.end(Buffer.alloc(1_000_000, 2));
      let length = first?.value.length ?? 0;
      for (let part = await parts?.next(); part && !part.done; part = await parts?.next()) {
        length += part.value.length;
      }
      expect(length).toBe(2_000_000);
    });
  });

  test("never accepts a truncated file", async () => {
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.destroy());
    };
    await withStore(answer, async (backend) => {
      const file = await backend.open(key);
      await expect(file?.bytes()).rejects.toThrow("The store of files cannot be reached");
      const again = await backend.open(key);
      await expect(again?.read().toArray()).rejects.toThrow();
    });
  });

  test("is not retried after a rejection, which has the store's error code", async () => {
    let asked = 0;
    const answer: RequestListener = (_request, response) => {
      asked += 1;
      response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    };
    await withStore(answer, async (backend) => {
      await expect(backend.write(key, Buffer.from("x"))).rejects.toMatchObject({
        status: 403,
        code: "AccessDenied",
      });
    });
    expect(asked).toBe(1);
  });
});

/** Calls `act` every `ms` until the connection closes. */
function everyMs(ms: number, { socket }: ServerResponse, act: () => void): void {
  const turn = setInterval(act, ms);
  socket?.once("close", () => clearInterval(turn));
}

const endless: [string, RequestListener][] = [
  [
    "sends its headers slowly",
    (_request, { socket }) => {
      const text = `HTTP/1.1 200 OK\r\nx-drip: ${"drop ".repeat(500)}`;
      let at = 0;
      const turn = setInterval(() => socket?.write(text.charAt(at++)), 20);
      socket?.once("close", () => clearInterval(turn));
    },
  ],
  [
    "keeps sending 100 Continue",
    (_request, response) => everyMs(20, response, () => response.writeContinue()),
  ],
  [
    "sends an error slowly",
    (_request, response) => {
      response.writeHead(503);
      everyMs(20, response, () => response.write("x"));
    },
  ],
  [
    "never completes an error",
    (_request, response) => {
      response.writeHead(500);
      response.write("<Error>");
    },
  ],
  [
    "sends an endless body",
    (_request, response) => {
      response.writeHead(200, { etag: '"tag"' });
      everyMs(1, response, () => response.write(Buffer.alloc(64 * 1024)));
    },
  ],
];

describe("an S3 store", () => {
  test.concurrent.each(endless)(
    "that %s times out for write, read, list and remove",
    async (_words, answer) => {
      const patient: RequestListener = (request, response) => {
        request.resume().on("error", () => undefined);
        response.on("error", () => undefined);
        answer(request, response);
      };
      const check = async (backend: StorageBackend) => {
        const works = [
          () => backend.write(key, Buffer.from("x")),
          async () => (await backend.open(key))?.bytes(),
          async () => (await backend.open(key))?.read({ start: 0, end: 9 }).toArray(),
          () => backend.list("objects")[Symbol.asyncIterator]().next(),
          () => backend.remove(key),
        ];
        for (const result of await Promise.allSettled(works.map((work) => work()))) {
          expect(result.status).toBe("rejected");
        }
      };
      await withStore(patient, check, { answerMs: 500, errorTimeoutMs: 500, retryWithinMs: 0 });
    },
  );

  test.each([
    ["before reading a file that has arrived", 65_536, 0],
    ["in the middle of a file", 524_288, 130_000],
  ])("does not time out a client that pauses %s", async (_where, size, pauseAt) => {
    const bytes = randomBytes(size);
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": size }).end(bytes);
    };
    await withStore(answer, async (backend) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const file = await backend.open(key);
      const reader = Readable.toWeb(file?.read() ?? Readable.from([])).getReader();
      let read = Buffer.alloc(0);
      while (read.length < pauseAt) read = Buffer.concat([read, (await reader.read()).value]);
      vi.advanceTimersByTime(12_000);
      vi.useRealTimers();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        read = Buffer.concat([read, next.value]);
      }
      expect(read.equals(bytes)).toBe(true);
    });
  });
});

describe("a write to an S3 store", () => {
  test.each([
    ["has no ETag", {}],
    ["is a sign-in page", { etag: '"tag"', "content-type": "text/html; charset=utf-8" }],
  ])("fails if the response %s", async (_words, headers) => {
    const answer: RequestListener = (request: IncomingMessage, response) => {
      request.resume().on("end", () => response.writeHead(200, headers).end("<html>"));
    };
    await withStore(answer, async (backend) => {
      await expect(backend.write(key, Buffer.from("x"))).rejects.toThrow(
        "The store of files cannot be reached: The S3 store did not confirm a write",
      );
    });
  });
});

describe("a bucket with more files than one page of a listing", () => {
  test("is listed completely, and files of the second page can be removed", async () => {
    const store = await startS3Server();
    const backend = createS3Backend(store.settings);
    const keys = Array.from({ length: 1_003 }, () => `objects/aa/${randomUUID()}`).sort();
    for (const each of keys) store.put(each, 0);
    const listed: string[] = [];
    for await (const { name } of backend.list("objects")) listed.push(name);
    expect(listed).toEqual(keys);
    await backend.remove(...keys.slice(990));
    expect(store.keys()).toEqual(keys.slice(0, 990));
    await store.stop();
  });
});
