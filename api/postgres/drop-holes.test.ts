import { expect, onTestFinished, test } from "vitest";
import {
  columns,
  complete,
  failure,
  one,
  ready,
  row,
  startScriptedPostgres,
  type Words,
} from "#tests/support/scripted-postgres.ts";
import { openPool } from "./open-pool.ts";

async function openScripted(...answers: Words[]) {
  const postgres = await startScriptedPostgres({ answers });
  const sql = openPool(postgres.url, { max: 1, backoff: () => 0 });
  onTestFinished(async () => {
    await sql.end({ timeout: 0 });
    postgres.stop();
  });
  return sql;
}

test("a caller finds the row that is there after somebody's statement failed in the middle of its rows", async () => {
  const sql = await openScripted(
    [columns, row("a"), row("b"), failure("22012"), ready],
    one,
    [complete("SELECT 0"), ready],
    one,
  );
  await expect(sql`select`).rejects.toMatchObject({ code: "22012" });
  const rows = await sql`select`;
  expect([...rows]).toEqual([{ x: "one" }]);
  expect(rows.count).toBe(1);
  expect([...(await sql`select`)]).toEqual([]);
  expect([...(await sql`select`)]).toEqual([{ x: "one" }]);
});

test("a caller finds the row that is there after a connection ended in the middle of somebody's rows", async () => {
  const sql = await openScripted([columns, row("a"), "end"], one);
  await expect(sql`select`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect([...(await sql`select`)]).toEqual([{ x: "one" }]);
});

test("a caller of several statements in one text finds the first one's row after such a failure", async () => {
  const sql = await openScripted(
    [columns, row("a"), failure("22012"), ready],
    [columns, row("b"), complete("SELECT 1"), ...one],
  );
  await expect(sql`select`).rejects.toMatchObject({ code: "22012" });
  const both = await sql.unsafe("select; select");
  expect(both.map((rows) => [...(rows as unknown as object[])])).toEqual([
    [{ x: "b" }],
    [{ x: "one" }],
  ]);
});
