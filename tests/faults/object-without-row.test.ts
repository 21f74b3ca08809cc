import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sql } from "#backend/postgres/sql.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership } from "#tests/support/people.ts";
import type { DataFolder } from "#tests/support/server-process.ts";
import { type Host, openHost } from "./open-host.ts";
import { pollUntil } from "./poll-until.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
let host: Host;
beforeEach(() => {
  folder = createPreparedFolder();
});
afterEach(async () => {
  await host.end();
  folder.remove();
});

/** The files of one uploaded photo: the original and its first rendition. */
const photoAndRendition = 2;

describe("fault 9: the server is killed between the bytes of a photo and its row", () => {
  test("a dealer's photo does not exist, can be retried, and its bytes are swept", async () => {
    const server = await folder.start();
    host = await openHost(folder, server);
    const dealer = await createDealership(host);
    const photos = dealer.client.storage.from("vehicle_images");
    const path = `${dealer.id}/1700000000000-a.jpg`;
    await stallRows(host.sql);
    const asked = photos.upload(path, await smallJpeg());
    await waitUntilStalled(host.sql);
    expect(storedFiles()).toHaveLength(1);
    server.child.kill("SIGKILL");
    await server.ended;
    expect((await asked).error).toMatchObject({ name: "StorageUnknownError" });
    await host.sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`;
    await host.sql.unsafe("drop trigger stall on storage.objects");

    const PORT = new URL(server.url).port;
    const second = await folder.start({ PORT });
    expect(await host.sql`select 1 from storage.objects`).toHaveLength(0);
    expect((await fetch(photos.getPublicUrl(path).data.publicUrl)).status).toBe(400);
    // Only old files are deleted, since recent ones may belong to a current upload.
    const orphans = storedFiles();
    expect(orphans).toHaveLength(1);
    expect((await photos.upload(path, await smallJpeg())).error).toBeNull();
    second.child.kill("SIGKILL");
    await second.ended;

    for (const file of storedFiles()) makeOld(file);
    await folder.start({ PORT });
    await vi.waitFor(() => expect(storedFiles()).toHaveLength(photoAndRendition), patience);
    expect(storedFiles()).not.toContain(orphans[0]);
    expect((await fetch(photos.getPublicUrl(path).data.publicUrl)).status).toBe(200);
  });

  test("a dealer's removed photos stay removed, and leftover bytes are swept at start", async () => {
    const server = await folder.start();
    host = await openHost(folder, server);
    const dealer = await createDealership(host);
    const photos = dealer.client.storage.from("vehicle_images");
    const photo = await smallJpeg();
    const paths = Array.from({ length: 12 }, (_, index) => `${dealer.id}/${index}.jpg`);
    for (const path of paths) expect((await photos.upload(path, photo)).error).toBeNull();
    const [stays, ...goes] = paths;
    photos.remove(goes).catch(() => undefined);
    await waitUntilRows(host.sql, 1);
    server.child.kill("SIGKILL");
    await server.ended;
    for (const file of storedFiles()) makeOld(file);

    await folder.start({ PORT: new URL(server.url).port });
    await vi.waitFor(() => expect(storedFiles()).toHaveLength(photoAndRendition), patience);
    const statusOf = async (path: string) =>
      (await fetch(photos.getPublicUrl(path).data.publicUrl)).status;
    expect(await statusOf(stays ?? "")).toBe(200);
    for (const path of goes) expect(await statusOf(path)).toBe(400);
  });
});

/** Blocks every insert of an object's row, long enough to kill the server during it. */
function stallRows(sql: Sql) {
  return sql.unsafe(`
    create function storage.stall() returns trigger language plpgsql as
      $$ begin perform pg_sleep(30); return new; end $$;
    create trigger stall before insert on storage.objects
      for each row when (new.metadata is not null) execute function storage.stall();`);
}

function waitUntilStalled(sql: Sql): Promise<void> {
  return pollUntil(async () => {
    const stalled = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    return stalled.length > 0;
  });
}

async function waitUntilRows(sql: Sql, count: number): Promise<void> {
  for (;;) {
    const rows = await sql`select 1 from storage.objects`;
    if (rows.length === count) return;
  }
}

function storedFiles(): string[] {
  const files = join(folder.path, "files");
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function makeOld(file: string): void {
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, hourAgo, hourAgo);
}
