import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  type DataFolder,
  linesOutsideLog,
  makeAnonKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import {
  acknowledged,
  openServiceClient,
  insertVehicles,
  readVehicleIds,
} from "./insert-vehicles.ts";
import { createPreparedFolder } from "./prepared-folder.ts";
import { runOperator } from "./run-operator.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

/** One server survives all of these faults in turn. */
let folder: DataFolder;
let server: ServerProcess;
let dealer: Awaited<ReturnType<typeof openServiceClient>>;
beforeAll(async () => {
  folder = createPreparedFolder();
  server = await folder.start();
  dealer = await openServiceClient(server.url, folder.path);
});
afterAll(() => folder.remove());

describe("fault 2: PostgreSQL is killed with SIGKILL in the middle of writes", () => {
  test("a dealer gets 503, loses no acknowledged vehicle, and continues without help", async () => {
    const answers = await insertVehicles(dealer, {
      count: 400,
      width: 8,
      onAnswer: (done) => {
        if (done === 150) process.kill(folder.postmasterPid(), "SIGKILL");
      },
    });
    await waitUntilReady(server.url);
    const refused = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused)).toEqual(new Set([503]));

    const kept = acknowledged(answers);
    expect(kept.length).toBeGreaterThanOrEqual(150);
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
    const after = await insertVehicles(dealer, { count: 20, width: 4 });
    expect(acknowledged(after)).toHaveLength(20);
    expect(linesOutsideLog(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
  });
});

describe("fault 2: PostgreSQL gets SIGTERM, which waits for all clients to disconnect", () => {
  test("a dealer gets 503 for seconds, loses no acknowledged vehicle, and continues", async () => {
    const first = folder.postmasterPid();
    const answers = await insertVehicles(dealer, {
      count: 400,
      width: 8,
      onAnswer: (done) => {
        if (done === 150) process.kill(first, "SIGTERM");
      },
    });
    await expect.poll(() => folder.postmasterPid()).not.toBe(first);
    await waitUntilReady(server.url);
    const refused = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(refused.filter((status) => status !== 503)).toEqual([]);

    const kept = acknowledged(answers);
    expect(kept.length).toBeGreaterThanOrEqual(150);
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
    const after = await insertVehicles(dealer, { count: 20, width: 4 });
    expect(acknowledged(after)).toHaveLength(20);
    expect(linesOutsideLog(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
  });

  test("an operator's concurrent backup ends with an error, and the next one succeeds", async () => {
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    await storeRandomObjects(sql, folder.path, { count: 300, size: 20_000 });
    await end();
    const first = folder.postmasterPid();
    const outcome = await runOperator("backup", [join(folder.path, "one")], env(folder), () => {
      const watch = setInterval(() => {
        if (!readdirSync(folder.path).some((name) => name.startsWith("one."))) return;
        clearInterval(watch);
        process.kill(first, "SIGTERM");
      }, 1);
    });
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
    await expect.poll(() => folder.postmasterPid()).not.toBe(first);
    await waitUntilReady(server.url);
    expect(existsSync(join(folder.path, "one"))).toBe(outcome.code === 0);
    const next = await runOperator("backup", [join(folder.path, "two")], env(folder));
    expect(next).toMatchObject({ code: 0, stderr: "" });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

describe("fault 2: connections to PostgreSQL are terminated repeatedly under load", () => {
  test("a dealer gets at most 503 at every endpoint and loses no acknowledged vehicle", async () => {
    const person = createTestClient(server.url, await makeAnonKey(folder.path));
    await person.auth.signInWithPassword({
      email: "dealer@example.com",
      password: "clave-segura",
    });
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    const endAll = () => sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vitrina'`;

    let isOver = false;
    const otherDoors = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { error } = await person.auth.getUser();
        if (error) expect(error.status).toBe(503);
        const listed = await person.storage.from("vehicle_images").list(dealer.dealershipId);
        if (listed.error) expect(listed.error).toMatchObject({ status: 503 });
      }
    });
    const ends: PromiseLike<readonly unknown[]>[] = [];
    const answers = await insertVehicles(dealer, {
      count: 500,
      width: 8,
      onAnswer: (done) => {
        if (done % 20 === 0) ends.push(endAll().then((rows) => rows));
      },
    });
    isOver = true;
    await Promise.all(otherDoors);
    const ended = (await Promise.all(ends)).flat();
    expect(ended.length).toBeGreaterThan(100);
    await end();
    const refused = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(refused.filter((status) => status !== 503)).toEqual([]);

    const kept = acknowledged(answers);
    expect(kept.length).toBeGreaterThan(250);
    const found = await readVehicleIds(dealer.client);
    expect(kept.filter((id) => !found.has(id))).toEqual([]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
    await expect.poll(async () => (await person.auth.getUser()).error).toBeNull();
    expect(linesOutsideLog(server)).toEqual([expect.stringMatching(/^ready \d+$/)]);
  });
});

describe("fault 2: PostgreSQL and the server get SIGTERM together", () => {
  test("an operator who stops both, as a service manager does, finds both ended", async () => {
    process.kill(folder.postmasterPid(), "SIGTERM");
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect(folder.postmasterPid()).toBe(0);
  });
});

const env = ({ path }: DataFolder) => ({ DATA_DIR: path });

const waitUntilReady = (url: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
