import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { mountSmallDisk } from "./mount-small-disk.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { type Outcome, runOperator } from "./run-operator.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

let folder: DataFolder;
let backup: string;

beforeAll(async () => {
  folder = createPreparedFolder();
  backup = join(folder.path, "good.tar.zst");
  const { sql, end } = await connectToDataFolder(folder.path, "stop");
  await storeRandomObjects(sql, folder.path, { count: 60, size: 200_000 });
  await end();
  expect(await runOperator("backup", [backup], { DATA_DIR: folder.path })).toMatchObject({
    code: 0,
  });
});
afterAll(() => folder.remove());

describe("fault 7: a disk without room for a backup or for a restore", () => {
  test("an operator who makes a backup there gets an error, and no files remain", async () => {
    const disk = await mountSmallDisk(4_000_000);
    const file = join(disk.path, "one.tar.zst");
    const outcome = await runOperator("backup", [file], { DATA_DIR: folder.path });
    expectRefusal(outcome, /^No space left for the backup in .+; no backup was written\.$/);
    expect(readdirSync(disk.path)).toEqual([]);
    disk.remove();
  });

  test("an operator who restores there gets a one-line error, and no files remain", async () => {
    const disk = await mountSmallDisk(10_000_000);
    disk.fill(6_000_000);
    const outcome = await runOperator("restore", [backup], { DATA_DIR: disk.path });
    expectRefusal(
      outcome,
      /^PostgreSQL could not create its files in .+: .*No space left on device$/,
    );
    expect(outcome.stderr).not.toContain("initdb");
    expect(readdirSync(disk.path).filter((name) => name.startsWith(".postgres"))).toEqual([]);
    disk.remove();
  });
});

function expectRefusal({ code, stderr }: Outcome, expected: RegExp): void {
  expect(code).toBe(1);
  expect(stderr.trimEnd()).toMatch(expected);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}
