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
} from "../../tests/support/scripted-postgres.ts";
import { createCallerStatement } from "./caller-statement.ts";
import { openConnections } from "./connections.ts";

const done = (command: string): Words => [complete(command), ready];
const transaction = [done("BEGIN"), one, one, done("COMMIT")];

async function openScripted(...answers: Words[]) {
  const postgres = await startScriptedPostgres({ answers });
  const pool = openConnections(postgres.url, { max: 1, connectMs: 500, readMs: 200 });
  const run = createCallerStatement((_asker, work) => pool.use(work));
  onTestFinished(async () => {
    postgres.stop();
    await pool.end();
  });
  const opening = {
    statement: { name: "opening", text: "opening", values: ["a"] },
    requester: null,
  };
  return {
    connections: postgres.connections,
    ask: (isReadOnly: boolean) =>
      run<{ x: string }>(opening, { text: "statement", values: [] }, { isReadOnly }),
  };
}

const end: Words = ["end"];

test.each<[string, Words]>([
  ["after its row", [columns, row("a"), "end"]],
  ["after an error", [columns, row("a"), failure("57P01", "FATAL"), "end"]],
])("a read is retried on a new connection if its connection ends %s", async (_when, cut) => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[done("BEGIN"), one, cut, end],
    ...transaction,
  );
  expect(await ask(true)).toEqual({ x: "one" });
  expect(await ask(true)).toEqual({ x: "one" });
  expect(connections()).toBe(2);
});

test("a write fails if its connection ends, because it may have been committed", async () => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[done("BEGIN"), one, end],
    ...transaction,
  );
  await ask(false);
  await expect(ask(false)).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  expect(connections()).toBe(1);
});

test("a statement that failed in mid-result does not affect the next caller's rows", async () => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[done("BEGIN"), one, [columns, row("a"), failure("22012"), ready], done("ROLLBACK")],
    ...transaction,
  );
  await ask(true);
  await expect(ask(true)).rejects.toMatchObject({ code: "22012" });
  expect(await ask(true)).toEqual({ x: "one" });
  expect(connections()).toBe(1);
});

test("a read that timed out is not retried", async () => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[[], [], [], []],
    ...transaction,
  );
  await ask(true);
  await expect(ask(true)).rejects.toMatchObject({ code: "READ_TIMEOUT" });
  expect(connections()).toBe(1);
});
