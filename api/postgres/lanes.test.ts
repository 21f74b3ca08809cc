import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { openLanes } from "./lanes.ts";
import { createTurns } from "./turns.ts";

it("each request has a lane of its own while it works, and the next gets it afterwards", async () => {
  const turns = createTurns({ all: 2, each: 2, visitors: 2, waiting: 2, waitMs: 5_000 });
  // Nothing is asked, so nothing is connected.
  const lanes = openLanes("postgres://localhost/none", { max: 2, turns, pool: {} });
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
  const lanes = openLanes("postgres://localhost/none", { max: 1, turns, pool: {} });
  const answer = async () => new WeakRef(await lanes.use(null, async () => ({ rows: "many" })));
  const answers = [await answer(), await answer()];
  // A WeakRef holds its object until the turn of the event loop ends.
  await new Promise(setImmediate);
  collectGarbage();
  expect(answers.map((each) => each.deref())).toEqual([undefined, undefined]);
  await lanes.close();
});
