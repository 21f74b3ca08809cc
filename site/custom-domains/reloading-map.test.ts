import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createReloadingMap } from "./index.ts";

const log = pino({ level: "silent" });

function openMap(read: () => Promise<Map<string, number>>) {
  const clock = { now: 0 };
  return { clock, map: createReloadingMap({ read, log, now: () => clock.now }) };
}

test("a thousand concurrent visitors cause one read, and none follows for ten seconds", async () => {
  const read = vi.fn(async () => new Map([["www.autos.mx", 1]]));
  const { clock, map } = openMap(read);
  const found = await Promise.all(Array.from({ length: 1000 }, () => map.current()));
  expect(found.every((entries) => entries.get("www.autos.mx") === 1)).toBe(true);
  clock.now = 9_999;
  await map.current();
  expect(read).toHaveBeenCalledTimes(1);
});

test("a visitor sees changed data after ten seconds", async () => {
  let value = 1;
  const { clock, map } = openMap(async () => new Map([["www.autos.mx", value]]));
  await map.current();
  value = 2;
  clock.now = 10_000;
  expect((await map.current()).get("www.autos.mx")).toBe(2);
});

test("a visitor sees a change immediately, even while an older read is in progress", async () => {
  const answers: ((entries: Map<string, number>) => void)[] = [];
  const { map } = openMap(() => new Promise((answer) => answers.push(answer)));
  const early = map.current();
  map.invalidate();
  const late = map.current();
  answers[1]?.(new Map([["www.autos.mx", 2]]));
  expect((await late).get("www.autos.mx")).toBe(2);
  answers[0]?.(new Map([["www.autos.mx", 1]]));
  await early;
  expect((await map.current()).get("www.autos.mx")).toBe(2);
  expect(answers).toHaveLength(2);
});

test("a visitor sees the last data while the database is down, with a retry per second", async () => {
  let isDown = false;
  const read = vi.fn(async () => {
    if (isDown) throw new Error("down");
    return new Map([["www.autos.mx", 1]]);
  });
  const { clock, map } = openMap(read);
  await map.current();
  isDown = true;
  clock.now = 10_000;
  expect((await map.current()).get("www.autos.mx")).toBe(1);
  clock.now = 10_500;
  await map.current();
  expect(read).toHaveBeenCalledTimes(2);
  isDown = false;
  clock.now = 11_000;
  await map.current();
  expect(read).toHaveBeenCalledTimes(3);
});

test("the first visitor while the database is down sees an empty list", async () => {
  const { map } = openMap(() => Promise.reject(new Error("down")));
  expect((await map.current()).size).toBe(0);
});
