import { access, mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#backend/postgres/database.ts";
import { sweepOrphans } from "#backend/storage/index.ts";
import { createDiskBackend } from "#backend/storage/stores/disk-backend.ts";
import { objectFile, renditionFolder } from "#backend/storage/stores/storage-backend.ts";
import { createTestDatabase, type TestDatabase } from "#backend-tests/support/database.ts";

let world: TestDatabase;
let database: Database;
let root: string;

beforeAll(async () => {
  world = await createTestDatabase();
  database = openDatabase(world);
  root = await mkdtemp(join(tmpdir(), "vitrina-sweep-"));
});

afterAll(async () => {
  await database.close();
  await world.drop();
  await rm(root, { recursive: true, force: true });
});

const versions = ["kept", "orphan", "fresh", "missing"].map((_, index) => ({
  version: `0000000${index}-0000-4000-8000-000000000000`,
}));

describe("the sweep of stored files", () => {
  test("deletes old files without an object and counts objects without a file", async () => {
    const [kept, orphan, fresh, missing] = versions.map(({ version }) => version);
    if (!kept || !orphan || !fresh || !missing) throw new Error("four versions");
    const backend = createDiskBackend(root);
    const files = [
      objectFile(kept),
      `${renditionFolder(kept)}/320x0-cover-q75.webp`,
      objectFile(orphan),
      `${renditionFolder(orphan)}/320x0-cover-q75.webp`,
      objectFile(fresh),
    ];
    for (const file of files) await backend.write(file, Buffer.from("bytes"));
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const file of files.slice(0, 4)) await utimes(join(root, file), hourAgo, hourAgo);
    for (const version of [kept, missing]) {
      await world.sql`insert into storage.objects (bucket_id, name, version, created_at, updated_at)
        values ('vehicle_images', ${`a/${version}.jpg`}, ${version}, ${hourAgo}, ${hourAgo})`;
    }
    const log = pino({ level: "silent" });
    expect(await sweepOrphans({ database, backend, log })).toEqual({ removed: 2, missing: 1 });
    const there = await Promise.all(
      files.map((file) =>
        access(join(root, file)).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(there).toEqual([true, true, false, false, true]);
    expect(await sweepOrphans({ database, backend, log })).toEqual({ removed: 0, missing: 1 });
  });
});
