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
  const opening = { statement: { name: "opening", text: "opening", values: ["a"] }, asker: null };
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
])("a reader whose connection ends %s reads the right row over a new one", async (_when, cut) => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[done("BEGIN"), one, cut, end],
    ...transaction,
  );
  expect(await ask(true)).toEqual({ x: "one" });
  expect(await ask(true)).toEqual({ x: "one" });
  expect(connections()).toBe(2);
});

test("a writer whose connection ends is told so, since nobody knows what became of it", async () => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[done("BEGIN"), one, end],
    ...transaction,
  );
  await ask(false);
  await expect(ask(false)).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  expect(connections()).toBe(1);
});

test("a caller finds the row that is there after another's statement failed in the middle of its rows", async () => {
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

test("a reader who waited for an answer in vain waits for no second one", async () => {
  const { ask, connections } = await openScripted(
    ...transaction,
    ...[[], [], [], []],
    ...transaction,
  );
  await ask(true);
  await expect(ask(true)).rejects.toMatchObject({ code: "READ_TIMEOUT" });
  expect(connections()).toBe(1);
});
