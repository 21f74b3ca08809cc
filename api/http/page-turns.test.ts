import { expect, test } from "vitest";
import { createPageTurns } from "./page-turns.ts";

test("pages begin one in each turn of the event loop, and a visitor waits behind one of a crowd", async () => {
  const turns = createPageTurns();
  const begun: string[] = [];
  const ask = (client: string) => turns(client).then(() => begun.push(client));
  const all = ["crowd", "crowd", "crowd", "crowd", "visitor"].map(ask);
  const seen: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.resolve();
    seen.push(begun.length);
    await new Promise(setImmediate);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  await Promise.all(all);
  expect(begun).toEqual(["crowd", "crowd", "visitor", "crowd", "crowd"]);
});

test("a crowd that is longer than the line is refused, and a visitor is not", async () => {
  const turns = createPageTurns(3);
  const crowd = Array.from({ length: 6 }, () => turns("crowd"));
  const visitor = turns("visitor");
  expect(await visitor).toBe(true);
  expect(await Promise.all(crowd)).toEqual([true, true, true, false, false, false]);
  expect(await turns("crowd")).toBe(true);
});
