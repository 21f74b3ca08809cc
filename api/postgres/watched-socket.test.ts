import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  complete,
  ready,
  startScriptedPostgres,
  type Words,
} from "#tests/support/scripted-postgres.ts";
import { createConnectAttempts } from "./connect-attempts.ts";
import { classifyFailure } from "./failures.ts";
import { openPool } from "./open-pool.ts";
import { watchSockets } from "./watched-socket.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Something that takes connections as PostgreSQL does, and says `words` to whatever it hears. */
async function listenSaying(words: string): Promise<number> {
  const taken: Socket[] = [];
  const server = createServer((socket) => {
    taken.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write(words, "latin1"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => {
    for (const socket of taken) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function openWatched(host: string, port: number) {
  const url = `postgres://somebody@${host}:${port}/x`;
  const watched = watchSockets(url, {
    connectMs: 500,
    silenceMs: 200,
    attempts: createConnectAttempts({ times: 0 }),
  });
  const sql = openPool(url, { max: 1, backoff: () => 0, ...watched() });
  endings.push(() => sql.end({ timeout: 0 }));
  return sql;
}

/** A connection to that port of this machine. */
async function openSocket(port: number) {
  const patience = { connectMs: 500, silenceMs: 50, attempts: createConnectAttempts({ times: 0 }) };
  const { socket } = watchSockets("postgres://somebody@127.0.0.1/x", patience)();
  return socket({ host: ["127.0.0.1"], port: [port] });
}

test("a caller of a PostgreSQL that takes connections and says nothing is told so in time", async () => {
  const sql = openWatched("127.0.0.1", await listenSaying(""));
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("a connection on which nothing is owed is left alone", async () => {
  const port = await listenSaying("welcome");
  const socket = await openSocket(port);
  socket.write("hello");
  await new Promise((resolve) => socket.once("data", resolve));
  await new Promise((resolve) => socket.once("timeout", resolve));
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test("a connection that was idle for long is given up all the same when an answer is missing", async () => {
  const words = ["welcome"];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write(words.shift() ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const socket = await openSocket(port);
  socket.write("hello");
  await new Promise((resolve) => socket.once("timeout", resolve));
  const failure = new Promise((resolve) => socket.once("error", resolve));
  socket.write("are you there?");
  expect(await failure).toMatchObject({ code: "ETIMEDOUT" });
});

test("a caller whose connection cannot even be begun is told so", async () => {
  const sql = openWatched("255.255.255.255", 1);
  await expect(sql`select 1`).rejects.toMatchObject({ syscall: "connect" });
  await expect(sql`select 1`).rejects.toMatchObject({ syscall: "connect" });
});

test("a caller of a port where nobody listens is told so, however often, and whatever came before", async () => {
  const sql = openWatched("127.0.0.1", 1);
  for (let turn = 0; turn < 20; turn += 1) {
    await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  }
});

const http = Buffer.from("HTTP/1.1 503 Service Unavailable\r\n\r\nno server available\n");

test.each<[string, Words]>([
  ["that ends them at once", ["end"]],
  ["that says something else and ends them", [http, "end"]],
])(
  "a caller of a proxy that takes connections %s is told so, and few are tried",
  async (_kind, welcome) => {
    const proxy = await startScriptedPostgres({ welcome });
    endings.push(proxy.stop);
    const { hostname, port } = new URL(proxy.url);
    const sql = openWatched(hostname, Number(port));
    const until = performance.now() + 600;
    let refused = 0;
    while (performance.now() < until) {
      const asked = Array.from({ length: 4 }, () =>
        sql`select 1`.catch((reason: unknown) => reason),
      );
      for (const error of await Promise.all(asked)) {
        expect(error).toMatchObject({ code: "CONNECTION_CLOSED" });
        expect(classifyFailure(error)).toEqual({ kind: "unreachable" });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThanOrEqual(8);
    expect(proxy.connections()).toBeLessThan(12);
  },
);

test("the holder of a pool hears of a connection that PostgreSQL ends politely, and of none that the pool ends", async () => {
  const answered = [complete("SELECT 0"), ready];
  const postgres = await startScriptedPostgres({ answers: [answered, ["end"], answered] });
  endings.push(postgres.stop);
  let lost = 0;
  const watched = watchSockets(postgres.url, {
    connectMs: 500,
    silenceMs: 500,
    attempts: createConnectAttempts({ times: 0 }),
  });
  const onLost = () => {
    lost += 1;
  };
  const sql = openPool(postgres.url, { max: 1, ...watched(onLost) });
  await sql`select`;
  expect(lost).toBe(0);
  await expect(sql`select`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(lost).toBe(1);
  await sql`select`;
  await sql.end({ timeout: 1 });
  expect(lost).toBe(1);
});
