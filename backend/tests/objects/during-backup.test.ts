import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { smallJpeg } from "../support/images.ts";
import { startNotesServer } from "../support/notes-server.ts";
import { patience } from "../support/patience.ts";
import type { TestServer } from "../support/test-server.ts";

/** The advisory lock that a backup holds while it reads. */
const backupLock = 7_220_118_333;

let server: TestServer;
let owner: Account;

beforeEach(async () => {
  server = await startNotesServer();
  owner = await createAccount(server);
});
afterEach(() => server.stop());

describe("a backup in progress", () => {
  test("still finds the bytes of a photo that is removed or replaced during it", async () => {
    const [removed, replaced] = [await upload("uno"), await upload("dos")];
    const backup = await server.reserve();
    await backup`select pg_advisory_lock(${backupLock})`;
    await remove("uno");
    await upload("dos", { upsert: true });
    expect([removed, replaced].map(existsSync)).toEqual([true, true]);
    expect((await fetch(addressOf("uno"))).status).toBe(400);

    await backup`select pg_advisory_unlock(${backupLock})`;
    backup.release();
    const later = await upload("tres");
    await remove("tres");
    expect(existsSync(later)).toBe(false);

    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const path of [removed, replaced]) utimesSync(path, hourAgo, hourAgo);
    const { dataDir } = server;
    const next = await startNotesServer({ dataDir });
    await vi.waitFor(
      () => expect([removed, replaced].map(existsSync)).toEqual([false, false]),
      patience,
    );
    await next.stop();
  });
});

/** Uploads a photo; returns the path of its bytes. */
async function upload(name: string, options: { upsert?: boolean } = {}): Promise<string> {
  const path = `${owner.id}/${name}.jpg`;
  const bytes = await smallJpeg();
  const { error } = await owner.client.storage
    .from("pictures")
    .upload(path, bytes, { contentType: "image/jpeg", ...options });
  if (error) throw error;
  const [row] = await server.sql<{ version: string }[]>`
    select version from storage.objects where name = ${path}`;
  const version = row?.version ?? "";
  return join(server.dataDir, "files/objects", version.slice(0, 2), version);
}

async function remove(name: string): Promise<void> {
  const path = `${owner.id}/${name}.jpg`;
  const { error } = await owner.client.storage.from("pictures").remove([path]);
  if (error) throw error;
}

function addressOf(name: string): string {
  return `${server.url}/storage/v1/object/public/pictures/${owner.id}/${name}.jpg`;
}
