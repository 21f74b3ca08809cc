import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openPool } from "./open-pool.ts";

test.each([
  ["postgres://ana@[::1]:5433/x", { host: ["::1"], port: [5433], path: false }],
  ["postgres://ana@db.example/x", { host: ["db.example"], port: [5432], path: false }],
  ["postgres://ana@%2Frun%2Fpg/x", { path: "/run/pg/.s.PGSQL.5432" }],
])("an operator's %s is looked for where it is", async (url, place) => {
  const sql = openPool(url);
  expect(sql.options).toMatchObject(place);
  await sql.end();
});

test("a statement that fails leaves nothing of its text in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  // Nobody listens there, and an error is an error.
  const sql = openPool("postgres://nobody@127.0.0.1:1/none", { connect_timeout: 1 });
  const fail = async () => {
    const statement = sql.unsafe("select 'a long text'");
    const text = new WeakRef<object>(Reflect.get(statement, "strings"));
    await expect(statement).rejects.toThrow("ECONNREFUSED");
    return text;
  };
  const texts = [await fail(), await fail(), await fail()];
  await sql.end({ timeout: 0 });
  // A WeakRef holds its object until the turn of the event loop ends.
  await new Promise(setImmediate);
  collectGarbage();
  expect(texts.map((text) => text.deref())).toEqual([undefined, undefined, undefined]);
});
