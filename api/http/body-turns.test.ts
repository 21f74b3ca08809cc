import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBodyTurns } from "./body-turns.ts";

const full = new Error("full");
const large = 100_000;
const parseMs = 150;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "setImmediate"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Parses a body in its turn, which takes its time. */
async function parse(take: ReturnType<typeof createBodyTurns>, client: string, done: string[]) {
  await take(client, large);
  vi.advanceTimersByTime(parseMs);
  done.push(client);
}

test("a dealer's large bodies are parsed one at a time, another's in between, and others have as long after each", async () => {
  const take = createBodyTurns(() => full);
  const done: string[] = [];
  for (const client of ["dealer", "dealer", "dealer", "other"]) void parse(take, client, done);
  await settle();
  expect(done).toEqual(["dealer"]);
  await vi.advanceTimersByTimeAsync(parseMs - 1);
  expect(done).toEqual(["dealer"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["dealer", "dealer"]);
  await vi.runAllTimersAsync();
  await settle();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["dealer", "dealer", "other", "dealer"]);
});

test("a visitor's small body, and what a page asks in process, wait for nobody", async () => {
  const take = createBodyTurns(() => full);
  await take("dealer", large);
  await take("visitor", 1_000);
  await take(null, large);
});

test("a body whose sender hangs up while it waits leaves the line, and one whose sender is gone already does not join it", async () => {
  const take = createBodyTurns(() => full);
  const [leaving, gone] = [new PassThrough(), new PassThrough().destroy()];
  await take("dealer", large);
  const left = expect(take("dealer", large, leaving)).rejects.toBe(full);
  const next = take("dealer", large);
  await expect(take("dealer", large, gone)).rejects.toBe(full);
  leaving.emit("close");
  await left;
  await settle();
  await vi.runAllTimersAsync();
  await next;
});

test("a crowd that sends more than may wait is refused, and a visitor is not", async () => {
  const take = createBodyTurns(() => full, 2);
  const crowd = Array.from({ length: 4 }, () => take("crowd", large));
  const visitor = take("visitor", large);
  const outcomes = Promise.allSettled([...crowd, visitor]);
  await settle();
  await vi.runAllTimersAsync();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});

/** Promises and ticks that wait for nothing. */
function settle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
