import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openPool } from "./open-pool.ts";
import { watchedSocket } from "./watched-socket.ts";

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
  const socket = watchedSocket({ connectMs: 500, silenceMs: 200 });
  const sql = openPool(`postgres://somebody@${host}:${port}/x`, {
    max: 1,
    backoff: () => 0,
    ...{ socket },
  });
  endings.push(() => sql.end({ timeout: 0 }));
  return sql;
}

test("a caller of a PostgreSQL that takes connections and says nothing is told so in time", async () => {
  const sql = openWatched("127.0.0.1", await listenSaying(""));
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("a connection on which nothing is owed is left alone", async () => {
  const port = await listenSaying("welcome");
  const open = watchedSocket({ connectMs: 500, silenceMs: 50 });
  const socket = await open({ host: ["127.0.0.1"], port: [port] });
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
  const socket = await watchedSocket({ connectMs: 500, silenceMs: 50 })({
    host: ["127.0.0.1"],
    port: [port],
  });
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
