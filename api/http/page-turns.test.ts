import { expect, test } from "vitest";
import { createPageTurns } from "./page-turns.ts";

const nobody = { count: () => 0 };

/** Lets the event loop turn so many times. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

test("pages begin one after the other with a turn of the event loop between, and a visitor waits behind one of a crowd", async () => {
  const turns = createPageTurns(nobody);
  const begun: string[] = [];
  const ask = (client: string) => turns(client).then(() => begun.push(client));
  const all = ["crowd", "crowd", "crowd", "crowd", "visitor"].map(ask);
  const seen: number[] = [];
  for (let page = 0; page < 5; page += 1) {
    await Promise.resolve();
    seen.push(begun.length);
    await pass(2);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  await Promise.all(all);
  expect(begun).toEqual(["crowd", "crowd", "visitor", "crowd", "crowd"]);
});

test("a visitor whose connection is new is let in before the next page of a crowd is made", async () => {
  let arrived = 0;
  const turns = createPageTurns({ count: () => arrived });
  let pages = 0;
  for (let page = 0; page < 3; page += 1) void turns("crowd").then(() => (pages += 1));
  for (let visitor = 0; visitor < 20; visitor += 1) {
    arrived += 1;
    await pass(1);
    expect(pages).toBe(1);
  }
  await pass(2);
  expect(pages).toBe(2);
});

test("visitors who never cease to come keep nobody's page from being made", async () => {
  let arrived = 0;
  const turns = createPageTurns({ count: () => (arrived += 1) });
  let isMade = false;
  await turns("crowd");
  void turns("visitor").then(() => (isMade = true));
  await pass(64);
  expect(isMade).toBe(false);
  await pass(2);
  expect(isMade).toBe(true);
});

test("a crowd that is longer than the line is refused, and a visitor is not", async () => {
  const turns = createPageTurns(nobody, 3);
  const crowd = Array.from({ length: 6 }, () => turns("crowd"));
  const visitor = turns("visitor");
  expect(await visitor).toBe(true);
  expect(await Promise.all(crowd)).toEqual([true, true, true, false, false, false]);
  expect(await turns("crowd")).toBe(true);
});
