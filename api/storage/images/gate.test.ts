import { describe, expect, test } from "vitest";
import { createGate } from "./gate.ts";

const refuse = () => new Error("too many");

/** Work that runs until it is told to end. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { started: false, end: resolve };
  return Object.assign(state, {
    work: () => {
      state.started = true;
      return promise;
    },
  });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("createGate", () => {
  test("the third caller of a gate for two waits until one of them is done", async () => {
    const gate = createGate(2, 10, refuse);
    const [first, second, third] = [heldWork(), heldWork(), heldWork()];
    const runs = [first, second, third].map(({ work }) => gate.run(work));
    await settle();
    expect([first.started, second.started, third.started]).toEqual([true, true, false]);
    first.end();
    await settle();
    expect(third.started).toBe(true);
    second.end();
    third.end();
    await Promise.all(runs);
  });

  test("a caller whose weight does not fit beside the others waits, and nobody overtakes it", async () => {
    const gate = createGate(10, 10, refuse);
    const [light, heavy, late] = [heldWork(), heldWork(), heldWork()];
    const runs = [gate.run(light.work, 4), gate.run(heavy.work, 99), gate.run(late.work, 1)];
    await settle();
    expect([light.started, heavy.started, late.started]).toEqual([true, false, false]);
    light.end();
    await settle();
    expect([heavy.started, late.started]).toEqual([true, false]);
    heavy.end();
    late.end();
    await Promise.all(runs);
  });

  test("a caller who finds the queue full is refused", async () => {
    const gate = createGate(1, 1, refuse);
    const [first, second] = [heldWork(), heldWork()];
    const runs = [gate.run(first.work), gate.run(second.work)];
    await expect(gate.run(async () => "late")).rejects.toThrow("too many");
    first.end();
    second.end();
    await Promise.all(runs);
  });

  test("work that fails gives its place back", async () => {
    const gate = createGate(1, 10, refuse);
    const failing = gate.run(() => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    await expect(gate.run(async () => "next")).resolves.toBe("next");
  });
});
