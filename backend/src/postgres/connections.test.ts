import { expect, onTestFinished, test, vi } from "vitest";
import {
  authenticationOk,
  complete,
  failure,
  one,
  ready,
  startScriptedPostgres,
  type Words,
} from "../../tests/support/scripted-postgres.ts";
import { type ConnectionsOptions, openConnections, send } from "./connections.ts";
import { classifyFailure } from "./failures.ts";

type Script = Parameters<typeof startScriptedPostgres>[0];

async function open(script: Script, options: Partial<ConnectionsOptions> = {}) {
  const postgres = await startScriptedPostgres(script);
  const { use, end } = openConnections(postgres.url, {
    max: 4,
    connectMs: 300,
    readMs: 300,
    ...options,
  });
  onTestFinished(async () => {
    postgres.stop();
    await end();
  });
  const ask = () => use(async (client) => (await send(client, { text: "statement" })).rows);
  return { use, ask, connections: postgres.connections };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => classifyFailure(error).kind,
  );

test.each<[string, Words]>([
  ["sends nothing", []],
  ["closes it immediately", ["end"]],
  ["never becomes ready", [authenticationOk]],
  ["rejects the login", [failure("3D000", "FATAL"), "end"]],
])("a connection fails if PostgreSQL accepts it and %s", async (_kind, welcome) => {
  const { ask } = await open({ welcome });
  expect(await outcomeOf(ask())).toBe("unreachable");
});

test("many requests share few connection attempts while PostgreSQL rejects them", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, connections } = await open({ welcome: ["end"] });
  vi.advanceTimersByTime(1_000);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    for (let turn = 0; turn < 50; turn += 1) expect(await outcomeOf(ask())).toBe("unreachable");
    expect(connections()).toBe(attempt);
    vi.advanceTimersByTime(1_000);
  }
});

test("a rejected role retries connecting once another role has connected", async () => {
  const reached = { at: 0 };
  const shut = await open({ welcome: ["end"] }, { reached });
  const works = await open({ answers: [one] }, { reached });
  await outcomeOf(shut.ask());
  await outcomeOf(shut.ask());
  expect(shut.connections()).toBe(1);
  expect(await works.ask()).toEqual([{ x: "one" }]);
  await outcomeOf(shut.ask());
  expect(shut.connections()).toBe(2);
});

test("after a query gets no response, older connections are not reused", async () => {
  const { use, ask, connections } = await open({ answers: [one, one, [], one] });
  await Promise.all([ask(), ask()]);
  expect(connections()).toBe(2);
  const silent = outcomeOf(ask());
  expect(await silent).toBe("unreachable");
  expect(await ask()).toEqual([{ x: "one" }]);
  expect(connections()).toBe(3);
  await use(async () => undefined);
});

test("a connection released inside a transaction is not reused", async () => {
  const inTransaction = Buffer.from([...ready.subarray(0, 5), "T".charCodeAt(0)]);
  const { ask, connections } = await open({ answers: [[complete("BEGIN"), inTransaction], one] });
  await ask();
  expect(await ask()).toEqual([{ x: "one" }]);
  expect(connections()).toBe(2);
});

test("a failed connection reports the reason for each address of the host", async () => {
  const { use, end } = openConnections("postgres://stranger@localhost:1/none", { max: 1 });
  onTestFinished(end);
  const failed = await use(async () => null).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: "CONNECT_FAILED",
    message: expect.stringContaining("connect ECONNREFUSED"),
  });
});
