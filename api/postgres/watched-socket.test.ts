import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import {
  columns,
  complete,
  one,
  ready,
  row,
  startScriptedPostgres,
  type Words,
} from "#tests/support/scripted-postgres.ts";
import { createConnectAttempts } from "./connect-attempts.ts";
import { classifyFailure } from "./failures.ts";
import { openPool } from "./open-pool.ts";
import { createSilences } from "./silences.ts";
import { watchSockets } from "./watched-socket.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function openWatched(url: string) {
  const watched = watchSockets(url, {
    connectMs: 500,
    silenceMs: 200,
    attempts: createConnectAttempts({ times: 0 }),
    silences: createSilences(),
  })();
  const sockets: Duplex[] = [];
  const socket: typeof watched.socket = async (place) => {
    const opened = await watched.socket(place);
    sockets.push(opened);
    return opened;
  };
  const sql = openPool(url, { max: 1, backoff: () => 0, ...{ ...watched, socket } });
  endings.push(() => sql.end({ timeout: 0 }));
  return { sql, sockets };
}

const urlOf = (host: string, port: number) => `postgres://somebody@${host}:${port}/x`;

test("a caller of a PostgreSQL that takes connections and says nothing is told so in time", async () => {
  const silent = await startScriptedPostgres({ welcome: [] });
  endings.push(silent.stop);
  const { sql } = openWatched(silent.url);
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("a connection on which nothing is owed is left alone", async () => {
  const postgres = await startScriptedPostgres({ answers: [one] });
  endings.push(postgres.stop);
  const { sql, sockets } = openWatched(postgres.url);
  await sql`select`;
  await new Promise((resolve) => sockets[0]?.once("timeout", resolve));
  expect(sockets).toMatchObject([{ destroyed: false }]);
});

test.each<[string, readonly Words[]]>([
  ["answers nothing more after it was idle", [[]]],
  ["answers a part", [[columns, row("one")]]],
  ["answers only the first of two statements", [one, []]],
  ["answers only the first of two, and the second one in part", [one, [columns]]],
])("a caller of a PostgreSQL that %s is told so in time", async (_kind, answers) => {
  const postgres = await startScriptedPostgres({ answers: [one, ...answers] });
  endings.push(postgres.stop);
  const { sql, sockets } = openWatched(postgres.url);
  await sql`select`;
  await new Promise((resolve) => sockets[0]?.once("timeout", resolve));
  const asked = await Promise.allSettled(answers.map(() => sql`select`));
  expect(asked.at(-1)).toMatchObject({ reason: { code: "ETIMEDOUT" } });
});

test("a caller whose connection cannot even be begun is told so", async () => {
  const { sql } = openWatched(urlOf("255.255.255.255", 1));
  await expect(sql`select 1`).rejects.toMatchObject({ syscall: "connect" });
  await expect(sql`select 1`).rejects.toMatchObject({ syscall: "connect" });
});

test("a caller of a port where nobody listens is told so, however often, and whatever came before", async () => {
  const { sql } = openWatched(urlOf("127.0.0.1", 1));
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
    const { sql } = openWatched(proxy.url);
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
    silences: createSilences(),
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
