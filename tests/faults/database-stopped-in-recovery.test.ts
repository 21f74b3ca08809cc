import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, type TestContext, test, vi } from "vitest";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  type DataFolder,
  makeServiceKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import {
  acknowledged,
  openServiceClient,
  insertVehicles,
  readVehicleIds,
} from "./insert-vehicles.ts";
import { pollUntil } from "./poll-until.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

/** They mostly wait, so they run concurrently. */
describe.concurrent("fault 2: PostgreSQL gets SIGTERM during crash recovery, and keeps running", () => {
  test("an operator's SIGTERM ends the server, and no vehicle is lost at the next start", async (context) => {
    const folder = makeFolder(context);
    const server = await folder.start();
    const kept = await addVehicles(folder, server);
    await crashPostgres(folder, () => server.child.kill("SIGTERM"));
    expect((await server.ended).code).toBe(0);
    expect(folder.postmasterPid()).toBe(0);
    await expectVehicles(folder, await folder.start(), kept);
  });

  test("a dealer's site recovers with every vehicle when only PostgreSQL gets SIGTERM", async (context) => {
    const folder = makeFolder(context);
    const server = await folder.start();
    const kept = await addVehicles(folder, server);
    const first = folder.postmasterPid();
    await crashPostgres(folder, () => process.kill(first, "SIGINT"));
    await vi.waitFor(() => expect([0, first]).not.toContain(folder.postmasterPid()), patience);
    await vi.waitFor(async () => expect(await statusOf(server)).toBe(200), patience);
    await expectVehicles(folder, server, kept);
  });

  test("an operator has every vehicle at the next start if the server is killed too", async (context) => {
    const folder = makeFolder(context);
    const killed = await folder.start();
    const kept = await addVehicles(folder, killed);
    const left = folder.postmasterPid();
    await crashPostgres(folder, () => {
      killed.child.kill("SIGKILL");
      process.kill(left, "SIGINT");
    });
    await killed.ended;
    await expectVehicles(folder, await folder.start(), kept);
  });
});

/** Concurrent tests can register a cleanup only through their own context. */
function makeFolder({ onTestFinished }: TestContext): DataFolder {
  const folder = createPreparedFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

async function addVehicles(folder: DataFolder, { url }: ServerProcess): Promise<string[]> {
  const dealer = await openServiceClient(url, folder.path);
  const kept = acknowledged(await insertVehicles(dealer, { count: 40, width: 4 }));
  expect(kept).toHaveLength(40);
  return kept;
}

async function expectVehicles(
  folder: DataFolder,
  { url }: ServerProcess,
  kept: string[],
): Promise<void> {
  const client = createTestClient(url, await makeServiceKey(folder.path));
  expect(await readVehicleIds(client)).toEqual(new Set(kept));
}

async function statusOf({ url }: ServerProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

/**
 * Kills a PostgreSQL process after enough writes for a slow recovery, and calls `act` as soon as
 * recovery starts.
 */
async function crashPostgres({ path }: DataFolder, act: () => void): Promise<void> {
  const { sql, end } = await connectToDataFolder(path, "leave");
  await sql`
    create table public.filling as
    select repeat('x', 800) as words from generate_series(1, 60000)`;
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  process.kill(row?.pid ?? 0, "SIGKILL");
  const log = join(path, "postgres/server.log");
  await pollUntil(() => readFileSync(log, "utf8").includes("reinitializing"));
  act();
  await end();
}
