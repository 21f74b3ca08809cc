import { afterEach, expect, test } from "vitest";
import { openSteadyPool } from "./steady-pool.ts";
import { createTurns } from "./turns.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const nobodyListens = "postgres://nobody@127.0.0.1:1/none";

function openPool(limits: { all: number; waiting: number; waitMs: number }) {
  const turns = createTurns({ each: limits.all, visitors: limits.all, ...limits });
  const pool = openSteadyPool(nobodyListens, {
    turns,
    connectMs: 500,
    silenceMs: 500,
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
