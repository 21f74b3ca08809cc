import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

/** The advisory lock that `npm run backup` holds while it reads. */
const backupLock = 7_220_118_333;

let server: TestServer;
let dealer: Person;

beforeEach(async () => {
  server = await startTestServer();
  dealer = await createDealership(server);
});
afterEach(() => server.stop());

describe("a backup in progress", () => {
  test("still finds the bytes of a photo that a dealer removes or replaces during it", async () => {
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
    const next = await startTestServer({ dataDir });
    await vi.waitFor(
      () => expect([removed, replaced].map(existsSync)).toEqual([false, false]),
      patience,
    );
    await next.stop();
  });
});

/** Uploads a photo; returns the path of its bytes. */
async function upload(name: string, options: { upsert?: boolean } = {}): Promise<string> {
  const path = `${dealer.id}/${name}.jpg`;
  const bytes = await smallJpeg();
  const { error } = await dealer.client.storage
    .from("vehicle_images")
    .upload(path, bytes, { contentType: "image/jpeg", ...options });
  if (error) throw error;
  const [row] = await server.sql<{ version: string }[]>`
    select version from storage.objects where name = ${path}`;
  const version = row?.version ?? "";
  return join(server.dataDir, "files/objects", version.slice(0, 2), version);
}

async function remove(name: string): Promise<void> {
  const path = `${dealer.id}/${name}.jpg`;
  const { error } = await dealer.client.storage.from("vehicle_images").remove([path]);
  if (error) throw error;
}

function addressOf(name: string): string {
  return `${server.url}/storage/v1/object/public/vehicle_images/${dealer.id}/${name}.jpg`;
}
