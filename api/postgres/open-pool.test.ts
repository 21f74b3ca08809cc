import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openPool } from "./open-pool.ts";

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
