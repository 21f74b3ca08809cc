import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "./listen.ts";

type Begun = { request: IncomingMessage; response: ServerResponse };

let server: Listening;
let begun: Begun[];
/** What is told of each request that begins. */
let tellBegun: (paths: string[]) => void;

beforeEach(async () => {
  begun = [];
  tellBegun = () => undefined;
  server = await listen(
    (request, response) => {
      begun.push({ request, response });
      tellBegun(begunPaths());
    },
    { port: 0, host: "127.0.0.1" },
  );
});
afterEach(() => server.close());

const begunPaths = () => begun.map(({ request }) => request.url ?? "");

/** Waits until as many requests have begun. */
function untilBegun(count: number): Promise<void> {
  return new Promise((resolve) => {
    tellBegun = (paths) => {
      if (paths.length >= count) resolve();
    };
    tellBegun(begunPaths());
  });
}

function ask(path: string, method = "GET", more = ""): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
}

function send(text: string): Socket {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(text);
  return socket;
}

/** All that came back, once the server has closed. */
function read(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (more) => {
      text += more;
    });
    socket.on("close", () => resolve(text));
  });
}

const answerWithPath = ({ request, response }: Begun) => response.end(`answer to ${request.url};`);

const answersIn = (text: string) =>
  [...text.matchAll(/answer to ([^;]+);/g)].map(([, path]) => path);

describe("a client who sends requests ahead of their answers", () => {
  test("has each begun after the one before is answered, and all answered in order", async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`);
    const requests = paths.map((path, index) =>
      ask(path, "GET", index === 9 ? "Connection: close\r\n" : ""),
    );
    const text = read(send(requests.join("")));
    for (const [index, path] of paths.entries()) {
      await untilBegun(index + 1);
      expect(begunPaths()).toEqual(paths.slice(0, index + 1));
      expect(begun[index]?.request.url).toBe(path);
      answerWithPath(begun[index] as Begun);
    }
    expect(answersIn(await text)).toEqual(paths);
  });

  test("has bodies, HEAD and 100 Continue served in their order too", async () => {
    const text = read(
      send(
        [
          `${ask("/a", "POST", "Content-Length: 5\r\n")}first`,
          ask("/b", "HEAD"),
          `${ask("/c", "POST", "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n")}6\r\nsecond\r\n0\r\n\r\n`,
          ask("/d", "GET", "Connection: close\r\n"),
        ].join(""),
      ),
    );
    const bodies: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      await untilBegun(index + 1);
      const { request } = begun[index] as Begun;
      request.setEncoding("utf8");
      bodies.push((await request.toArray()).join(""));
      answerWithPath(begun[index] as Begun);
    }
    expect(bodies).toEqual(["first", "", "second", ""]);
    expect((await text).match(/HTTP\/1\.1 \d+|answer to \/\w/g)).toEqual([
      "HTTP/1.1 200",
      "answer to /a",
      "HTTP/1.1 200",
      "HTTP/1.1 100",
      "HTTP/1.1 200",
      "answer to /c",
      "HTTP/1.1 200",
      "answer to /d",
    ]);
  });

  test("and expects what nobody can promise is refused in order too", async () => {
    const text = read(send(ask("/a") + ask("/b", "GET", "Expect: miracles\r\n") + ask("/c")));
    await untilBegun(1);
    answerWithPath(begun[0] as Begun);
    expect((await text).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 417"]);
    expect(begunPaths()).toEqual(["/a"]);
  });

  test("and offers another protocol is told that the connection ends, since Node drops what follows", async () => {
    const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n";
    const text = read(send(ask("/a", "GET", offer) + ask("/b")));
    await untilBegun(1);
    answerWithPath(begun[0] as Begun);
    expect(await text).toMatch(/^HTTP\/1\.1 200.*Connection: close\r\n.*answer to \/a/s);
    expect(begunPaths()).toEqual(["/a"]);
  });

  test("and asks for the connection's end has nothing begun behind that", async () => {
    const text = read(send(ask("/a", "GET", "Connection: close\r\n") + ask("/b")));
    await untilBegun(1);
    answerWithPath(begun[0] as Begun);
    expect(answersIn(await text)).toEqual(["/a"]);
    expect(begunPaths()).toEqual(["/a"]);
  });

  test("and hangs up has nothing begun of what waits", async () => {
    const socket = send(ask("/a") + ask("/b"));
    await untilBegun(1);
    const gone = new Promise((resolve) => begun[0]?.response.once("close", resolve));
    socket.destroy();
    await gone;
    await expect.poll(() => begun[0]?.request.socket.destroyed).toBe(true);
    expect(begunPaths()).toEqual(["/a"]);
  });

  test.each([
    ["nonsense", "nonsense\r\n\r\n"],
    ["half a body", `${ask("/c", "POST", "Transfer-Encoding: chunked\r\n")}nonsense\r\n`],
    [
      "a body of too many pieces, with another request behind it",
      `${ask("/c", "POST", "Transfer-Encoding: chunked\r\n")}${"1\r\na\r\n".repeat(800)}0\r\n\r\n${ask("/d")}`,
    ],
  ])(
    "and breaks off in %s has those before answered, and reads no other answer",
    async (_, end) => {
      const text = read(send(ask("/a") + ask("/b") + end));
      for (const index of [0, 1]) {
        await untilBegun(index + 1);
        // Else the answers would leave before the whole packet is read.
        await new Promise(setImmediate);
        answerWithPath(begun[index] as Begun);
      }
      expect((await text).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
      expect(begunPaths()).toEqual(["/a", "/b"]);
    },
  );
});

test.each([
  ["plain requests", ask("/a").repeat(1_500)],
  [
    "requests that Node would answer itself",
    ask("/a") + ask("/b", "GET", "Expect: x\r\n").repeat(1_500),
  ],
])("an attacker who sends 1,500 %s in one go costs the time of some thirty", async (_, text) => {
  let made = 0;
  const count = () => {
    made += 1;
  };
  subscribe("http.server.request.start", count);
  const gone = read(send(text));
  await gone;
  unsubscribe("http.server.request.start", count);
  expect(made).toBeLessThan(40);
});

test.each([
  ["requests", ask("/a").repeat(900)],
  ["long headers", ask("/a", "GET", `X-A: ${"a".repeat(20_000)}\r\n`).repeat(9)],
  ["bodies", `${ask("/a", "POST", "Content-Length: 60000\r\n")}${"a".repeat(60_000)}`.repeat(9)],
])(
  "an attacker who sends hundreds of kB of %s ahead and reads nothing has one begun, and is cut off",
  async (_, text) => {
    const socket = send(text);
    socket.pause();
    await untilBegun(1);
    begun[0]?.request.resume();
    const { response } = begun[0] as Begun;
    if (!response.closed) await new Promise((resolve) => response.once("close", resolve));
    expect(begunPaths()).toEqual(["/a"]);
    socket.destroy();
  },
);
