import type { QueryResult } from "pg";
import { expect, test } from "vitest";
import { createSql, type Statement } from "./sql.ts";

/** Returns what a statement sends. */
async function sent(write: (sql: ReturnType<typeof createSql>) => Statement<unknown>) {
  const all: [string, unknown[]][] = [];
  const sql = createSql(async (text, values) => {
    all.push([text, values]);
    return { rows: [{ a: 1 }], rowCount: 7 } as unknown as QueryResult;
  });
  await write(sql);
  return all;
}

test("user input is a value and never part of the statement", async () => {
  const name = "'; drop table t; --";
  expect(await sent((sql) => sql`select ${name}, ${[name]}::text[]`)).toEqual([
    ["select $1, $2::text[]", [name, [name]]],
  ]);
});

test("a name is quoted, with its schema separately", async () => {
  expect(await sent((sql) => sql`select ${sql('a"b')} from ${sql("auth.users")}`)).toEqual([
    ['select "a""b" from "auth"."users"', []],
  ]);
});

test("fragments can be nested and contribute their values", async () => {
  const all = await sent((sql) => {
    const isOne = sql`id = ${1}`;
    const either = sql`(${isOne} or ${sql`name = ${"Ana"}`})`;
    return sql`select ${0} from t where ${either} limit ${9}`;
  });
  expect(all).toEqual([
    ["select $1 from t where (id = $2 or name = $3) limit $4", [0, 1, "Ana", 9]],
  ]);
});

test("rows are inserted and columns set by name", async () => {
  const rows = [
    { id: 1, name: "Ana" },
    { name: "Luis", id: 2 },
  ];
  expect(await sent((sql) => sql`insert into t ${sql(rows)} returning id`)).toEqual([
    ['insert into t ("id", "name") values ($1, $2), ($3, $4) returning id', [1, "Ana", 2, "Luis"]],
  ]);
  const config = { dark: true };
  expect(
    await sent((sql) => sql`update t set ${sql.set({ a: null, b: sql.json(config) })}`),
  ).toEqual([['update t set "a" = $1, "b" = $2::jsonb', [null, '{"dark":true}']]]);
});

test("an undefined value throws and nothing is sent", async () => {
  const missing = undefined as unknown as string;
  await expect(sent((sql) => sql`delete from t where id = ${missing}`)).rejects.toThrow(TypeError);
});

test("a statement is sent once, when awaited, and returns rows with their count", async () => {
  let times = 0;
  const sql = createSql(async () => {
    times += 1;
    return { rows: [{ a: 1 }], rowCount: 7 } as unknown as QueryResult;
  });
  const statement = sql`select 1`;
  expect(times).toBe(0);
  expect(await statement).toEqual([{ a: 1 }]);
  expect((await statement).count).toBe(7);
  expect(times).toBe(1);
});
