import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import {
  complete,
  failure,
  ready,
  setting,
  startScriptedPostgres,
  welcomed,
} from "#tests/support/scripted-postgres.ts";
import { createConnectAttempts } from "./connect-attempts.ts";
import { classifyFailure } from "./failures.ts";
import { openLanes } from "./lanes.ts";
import { createSilences } from "./silences.ts";
import { createTurns, type Turns } from "./turns.ts";
import { watchSockets } from "./watched-socket.ts";

function open(url: string, max: number, turns: Turns) {
  const watched = watchSockets(url, {
    connectMs: 500,
    silenceMs: 500,
    attempts: createConnectAttempts({ times: 0 }),
    silences: createSilences(),
  });
  return openLanes(url, { max, turns, watched, pool: {} });
}

it("each request has a lane of its own while it works, and the next gets it afterwards", async () => {
  const turns = createTurns({ all: 2, each: 2, visitors: 2, waiting: 2, waitMs: 5_000 });
  // Nothing is asked, so nothing is connected.
  const lanes = open("postgres://localhost/none", 2, turns);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const lent: unknown[] = [];
  const asked = [1, 2, 3].map(() =>
    lanes.use(null, async (lane) => {
      lent.push(lane);
      await held;
    }),
  );
  expect(new Set(lent).size).toBe(2);
  release();
  await Promise.all(asked);
  expect(lent).toHaveLength(3);
  expect(new Set(lent).size).toBe(2);
  await lanes.close();
});

it("a lane keeps nothing of what it answered, however long it lives", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const turns = createTurns({ all: 1, each: 1, visitors: 1, waiting: 1, waitMs: 5_000 });
  const lanes = open("postgres://localhost/none", 1, turns);
  const answer = async () => new WeakRef(await lanes.use(null, async () => ({ rows: "many" })));
  const answers = [await answer(), await answer()];
  // A WeakRef holds its object until the turn of the event loop ends.
  await new Promise(setImmediate);
  collectGarbage();
  expect(answers.map((each) => each.deref())).toEqual([undefined, undefined]);
  await lanes.close();
});

it("a lane over which a write met a server that takes none is not used again, and the writer hears of no database", async () => {
  const postgres = await startScriptedPostgres({
    welcome: [welcomed, setting("in_hot_standby", "on"), ready],
    answers: [
      [failure("25006"), ready],
      [complete("SELECT 0"), ready],
    ],
  });
  const turns = createTurns({ all: 1, each: 1, visitors: 1, waiting: 1, waitMs: 5_000 });
  const lanes = open(postgres.url, 1, turns);
  const ask = () => lanes.use(null, async ({ sql }) => sql.unsafe("a statement"));
  const refusal: unknown = await ask().catch((error: unknown) => error);
  expect(classifyFailure(refusal)).toEqual({ kind: "unreachable" });
  await ask();
  expect(postgres.connections()).toBe(2);
  await lanes.close();
  postgres.stop();
});
