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
import { createCallerStatement } from "./caller-statement.ts";
import { createConnectAttempts } from "./connect-attempts.ts";
import { openLanes } from "./lanes.ts";
import { createSilences } from "./silences.ts";
import { createTurns } from "./turns.ts";
import { watchSockets } from "./watched-socket.ts";

const done = (command: string): Words => [complete(command), ready];
const transaction = [done("BEGIN"), one, one, done("COMMIT")];

async function openScripted(...answers: Words[]) {
  const postgres = await startScriptedPostgres({ answers });
  const turns = createTurns({ all: 1, each: 1, visitors: 1, waiting: 1, waitMs: 5_000 });
  const watched = watchSockets(postgres.url, {
    connectMs: 500,
    silenceMs: 200,
    attempts: createConnectAttempts({ times: 0 }),
    silences: createSilences(),
  });
  const lanes = openLanes(postgres.url, { max: 1, turns, watched, pool: {} });
  const run = createCallerStatement(lanes);
  onTestFinished(async () => {
    await lanes.close();
    postgres.stop();
  });
  const opening = { text: "opening", values: [], asker: null };
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
  await expect(ask(false)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
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
  await expect(ask(true)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(connections()).toBe(1);
});
