import { expect, it } from "vitest";
import { openLanes } from "./caller-lanes.ts";
import { classifyFailure } from "./failures.ts";

it("a caller who would wait in vain is told so at once, and those who wait get their turn", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  // Nothing is asked, so nothing is connected.
  const lanes = openLanes("postgres://localhost/none", {
    max: 1,
    mostWaiting: 2,
    waitMs: 5_000,
    pool: {},
  });
  const served = [0, 1, 2].map(() => lanes.use(() => held));
  const refusal = await lanes.use(() => held).catch((error: unknown) => error);
  expect(classifyFailure(refusal)).toEqual({ kind: "unreachable" });
  release("done");
  expect(await Promise.all(served)).toEqual(["done", "done", "done"]);
  await lanes.close();
});
