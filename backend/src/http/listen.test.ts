import { connect, createServer as createNet } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectionLimits } from "../limits.ts";
import { type Listening, listen } from "./listen.ts";

/** Limits short enough for a test. */
const shortLimits = { ...connectionLimits, headersMs: 150, requestMs: 400, idleTimeoutMs: 600 };

const largest = 64 * 1024 * 1024;

let server: Listening;
let answered: Promise<void>;
async function start(limits = connectionLimits): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  server = await listen(
    (request, response) => {
      request.resume();
      request.on("end", () => response.end(Buffer.alloc(request.url === "/large" ? largest : 0)));
      response.on("close", resolve);
    },
    { port: 0, host: "127.0.0.1" },
    limits,
  );
}
afterEach(() => server.close());

/** Sends one piece every `everyMs` and returns everything received until the server closes. */
function send(pieces: Iterable<string>, everyMs = 0): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(server.port, "127.0.0.1");
    const next = pieces[Symbol.iterator]();
    const write = () => {
      const { value, done } = next.next();
      if (done || socket.destroyed) return;
      socket.write(value);
      timer = setTimeout(write, everyMs);
    };
    let timer = setTimeout(write, 0);
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

function* forever(first: string, then: string): Generator<string> {
  yield first;
  for (;;) yield then;
}

const refused = (status: string, code: string) =>
  new RegExp(
    `^HTTP/1\\.1 ${status}\\r\\nContent-Type: application/json\\r\\nX-Content-Type-Options: nosniff\\r\\n.*"code":"${code}"`,
    "s",
  );

describe("a connection", () => {
  beforeEach(() => start(shortLimits));

  test("with endless headers gets 408 and is closed", async () => {
    const answer = await send(forever("GET / HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"), 40);
    expect(answer).toMatch(refused("408 Request Timeout", "request_timeout"));
  });

  test("with an endless body gets 408 and is closed", async () => {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";
    expect(await send(forever(head, "a"), 40)).toMatch(
      refused("408 Request Timeout", "request_timeout"),
    );
  });

  test("that sends nothing is closed", async () => {
    expect(await send([])).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test("that does not read a large response is closed", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.pause();
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.on("error", () => undefined);
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    await answered;
    // The buffered bytes end before the response does.
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeLessThan(largest);
  });
});

describe("a request", () => {
  beforeEach(() => start());

  test.each([
    ["headers of more than 32 KB", `X-A: ${"a".repeat(33_000)}\r\n`],
    ["more than 200 headers", "X-A: b\r\n".repeat(201)],
  ])("with %s gets 431 in JSON", async (_, headers) => {
    expect(await send([`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`])).toMatch(
      refused("431 Request Header Fields Too Large", "headers_too_long"),
    );
  });

  test("with a URL of more than 32 KB gets 414 in JSON", async () => {
    const head = `GET /${"a".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(await send([head])).toMatch(refused("414 URI Too Long", "uri_too_long"));
  });

  test("with 32 KB of URL and headers gets 200", async () => {
    const head = `GET /${"a".repeat(16_000)} HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(16_000)}\r\n`;
    expect(await send([`${head}Connection: close\r\n\r\n`])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ["is not HTTP", "hello\r\n\r\n"],
    [
      "has two Content-Length headers",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    ],
    [
      "has Content-Length and chunks (request smuggling)",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["has no Host header", "GET / HTTP/1.1\r\n\r\n"],
    ["has an invalid numeric host", "GET / HTTP/1.1\r\nHost: 999999999999\r\n\r\n"],
    ["has two Host headers", "GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n"],
    ["has a folded header", "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n"],
  ])("that %s gets 400 in JSON", async (_, text) => {
    expect(await send([text])).toMatch(refused("400 Bad Request", "bad_request"));
  });
});

test("a client that offers a protocol upgrade gets Connection: close", async () => {
  await start();
  const offer = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";
  expect(await send([offer])).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n/);
});

test("an operator sees a clear error if the port is taken", async () => {
  await start();
  const other = createNet();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const refusal = listen(() => undefined, { port, host: "127.0.0.1" });
  await expect(refusal).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
  other.close();
});
