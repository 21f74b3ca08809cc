import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { largeFilesInTurn } from "./large-file-turns.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vitrina-files-"));
  writeFileSync(join(folder, "reader.wasm"), Buffer.alloc(200_000));
  writeFileSync(join(folder, "page.js"), "1");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Asks for a file so many times at once, while somebody new comes in each turn of the event loop; gives how many are let through within five turns. */
async function askWhileOthersCome(name: string, times: number): Promise<number> {
  let arrived = 0;
  const app = new Hono();
  app.use(largeFilesInTurn(folder, { count: () => arrived++ }));
  let through = 0;
  app.get("*", (context) => {
    through += 1;
    return context.text("the file");
  });
  const answers = Array.from({ length: times }, () => app.request(`/assets/${name}`));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  const soon = through;
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  return soon;
}

test("visitors who ask for a large file at once get it one after the other, and whoever comes new goes first", async () => {
  expect(await askWhileOthersCome("reader.wasm", 20)).toBe(1);
});

test("visitors who ask for small files wait for nobody", async () => {
  expect(await askWhileOthersCome("page.js", 20)).toBe(20);
});
