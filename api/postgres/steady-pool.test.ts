import { afterEach, expect, test } from "vitest";
import {
  columns,
  failure,
  one,
  ready,
  row,
  setting,
  startScriptedPostgres,
  welcomed,
} from "#tests/support/scripted-postgres.ts";
import { createConnectAttempts } from "./connect-attempts.ts";
import { classifyFailure } from "./failures.ts";
import { createSilences } from "./silences.ts";
import { openSteadyPool } from "./steady-pool.ts";
import { createTurns } from "./turns.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const nobodyListens = "postgres://nobody@127.0.0.1:1/none";

function openPool(limits: { all: number; waiting: number; waitMs: number }, url = nobodyListens) {
  const turns = createTurns({ each: limits.all, visitors: limits.all, ...limits });
  const pool = openSteadyPool(url, {
    turns,
    connectMs: 500,
    silenceMs: 500,
    attempts: createConnectAttempts({ times: 0 }),
    silences: createSilences(),
    pool: { max: limits.all, backoff: () => 0 },
  });
  endings.push(pool.close);
  return { sql: pool.sql, turns };
}

test("a caller who would wait too long for a connection is told so", async () => {
  const { sql, turns } = openPool({ all: 1, waiting: 10, waitMs: 20 });
  const held = Promise.withResolvers<void>();
  const holding = turns.take(null, () => held.promise);
  await expect(sql`select 1`).rejects.toMatchObject({ code: "POOL_TIMEOUT" });
  held.resolve();
  await holding;
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(turns.usage()).toEqual({ busy: 0, free: 1, waiting: 0 });
});

test("a part of another statement takes no turn of its own", async () => {
  const { sql, turns } = openPool({ all: 1, waiting: 0, waitMs: 20 });
  const part = sql`where id = ${1}`;
  await expect(sql`select 1 from things ${part}`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(turns.usage().busy).toBe(0);
});

test("nobody can hold a connection of it for longer than a statement", () => {
  const { sql } = openPool({ all: 1, waiting: 0, waitMs: 20 });
  expect(() => sql.begin(async () => 1)).toThrow("A steady pool has no begin");
});

const single = { all: 1, waiting: 0, waitMs: 20 };

test("who asks after a connection was ended politely in the middle of rows asks over a new pool, and finds the row that is there", async () => {
  const postgres = await startScriptedPostgres({ answers: [[columns, row("a"), "end"], one] });
  const { sql } = openPool(single, postgres.url);
  const { parameters } = sql;
  await expect(sql`select`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect([...(await sql`select`)]).toEqual([{ x: "one" }]);
  expect(sql.parameters).not.toBe(parameters);
  postgres.stop();
});

const refusedWrite = [failure("25006"), ready];

test.each(["in_hot_standby", "default_transaction_read_only"])(
  "a writer hears of no database where the server's %s is on, and the next looks for another server",
  async (name) => {
    const postgres = await startScriptedPostgres({
      welcome: [welcomed, setting(name, "on"), ready],
      answers: [one, refusedWrite, one],
    });
    const { sql } = openPool(single, postgres.url);
    await sql`select`;
    const refusal = await sql`insert`.catch((error: unknown) => error);
    expect(classifyFailure(refusal)).toEqual({ kind: "unreachable" });
    expect(postgres.connections()).toBe(1);
    expect([...(await sql`select`)]).toEqual([{ x: "one" }]);
    expect(postgres.connections()).toBe(2);
    postgres.stop();
  },
);

test("a writer in a transaction that only reads hears just that where the server takes writes", async () => {
  const postgres = await startScriptedPostgres({
    welcome: [welcomed, setting("in_hot_standby", "off"), ready],
    answers: [refusedWrite, one],
  });
  const { sql } = openPool(single, postgres.url);
  await expect(sql`insert`).rejects.toMatchObject({ code: "25006" });
  await sql`select`;
  expect(postgres.connections()).toBe(1);
  postgres.stop();
});
