import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDiskTurns } from "./disk-turns.ts";
import { StoreUnreachable } from "./store-unreachable.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that runs until it is told to end, or for ever. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { isBegun: false, end: () => resolve("written"), fail: reject };
  return Object.assign(state, {
    work: () => {
      state.isBegun = true;
      return promise;
    },
  });
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("createDiskTurns", () => {
  test("a fourth writer waits until one of three is done, and the fifth comes after", async () => {
    const turn = createDiskTurns();
    const works = Array.from({ length: 5 }, heldWork);
    const ends = works.map(({ work }) => turn(work));
    await passMs(0);
    expect(works.map(({ isBegun }) => isBegun)).toEqual([true, true, true, false, false]);
    works[1]?.end();
    await passMs(0);
    expect(works.map(({ isBegun }) => isBegun)).toEqual([true, true, true, true, false]);
    for (const { end } of works) end();
    expect(await Promise.all(ends)).toEqual(works.map(() => "written"));
  });

  test("a writer on a disk that stands still hears of it after twenty seconds, and whoever waited never begins", async () => {
    const turn = createDiskTurns();
    const works = Array.from({ length: 4 }, heldWork);
    const ends = works.map(({ work }) => turn(work).catch((error: unknown) => error));
    await passMs(19_900);
    const late = heldWork();
    const lateEnd = turn(late.work);
    await passMs(200);
    for (const end of ends) expect(await end).toBeInstanceOf(StoreUnreachable);

    works[0]?.end();
    works[1]?.fail(new Error("broken"));
    await passMs(0);
    expect(works[3]?.isBegun).toBe(false);
    expect(late.isBegun).toBe(true);
    late.end();
    await expect(lateEnd).resolves.toBe("written");
  });

  test("a writer whose work fails hears why", async () => {
    const turn = createDiskTurns();
    const failing = turn(() => Promise.reject(new Error("full")));
    await expect(failing).rejects.toThrow("full");
  });
});
