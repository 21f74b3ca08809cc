import { describe, expect, test } from "vitest";
import { createGate } from "./gate.ts";

const refuse = () => new Error("too many");

const openGate = (capacity: number, queue: number, share = capacity) =>
  createGate({ capacity, share, queue, refuse });

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
    const gate = openGate(2, 10);
    const [first, second, third] = [heldWork(), heldWork(), heldWork()];
    const runs = [first, second, third].map(({ work }) => gate.run("ana", work));
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
    const gate = openGate(10, 10);
    const [light, heavy, late] = [heldWork(), heldWork(), heldWork()];
    const runs = [
      gate.run("ana", light.work, 4),
      gate.run("luis", heavy.work, 99),
      gate.run("eva", late.work, 1),
    ];
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
    const gate = openGate(1, 1);
    const [first, second] = [heldWork(), heldWork()];
    const runs = [gate.run("ana", first.work), gate.run("luis", second.work)];
    await expect(gate.run("eva", async () => "late")).rejects.toThrow("too many");
    first.end();
    second.end();
    await Promise.all(runs);
  });

  test("a caller with much under way holds no more than a share, and others pass", async () => {
    const gate = openGate(10, 10, 5);
    const [first, second, other] = [heldWork(), heldWork(), heldWork()];
    const runs = [
      gate.run("ana", first.work, 4),
      gate.run("ana", second.work, 2),
      gate.run("luis", other.work, 6),
    ];
    await settle();
    expect([first.started, second.started, other.started]).toEqual([true, false, true]);
    for (const { end } of [first, second, other]) end();
    await Promise.all(runs);
    expect(second.started).toBe(true);
  });

  test("a caller who fills the queue loses the newest to whoever comes with one", async () => {
    const gate = openGate(1, 2);
    const held = heldWork();
    const first = gate.run("ana", held.work);
    const second = gate.run("ana", async () => "second");
    const third = gate.run("ana", async () => "third");
    const other = gate.run("luis", async () => "other");
    await expect(third).rejects.toThrow("too many");
    held.end();
    expect(await Promise.all([second, other])).toEqual(["second", "other"]);
    await first;
  });

  test("a caller who comes again before the own work is done waits for whoever came after that", async () => {
    const gate = openGate(1, 10);
    const begun: string[] = [];
    const held = heldWork();
    const note = (name: string) => async () => void begun.push(name);
    const runs = [gate.run("ana", held.work), gate.run("ana", note("ana's second"))];
    runs.push(gate.run("luis", note("luis's first")));
    held.end();
    await Promise.all(runs);
    expect(begun).toEqual(["luis's first", "ana's second"]);
  });

  test("work that fails gives its place back", async () => {
    const gate = openGate(1, 10);
    const failing = gate.run("ana", () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    await expect(gate.run("ana", async () => "next")).resolves.toBe("next");
  });
});
