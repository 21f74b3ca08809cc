import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { listMigrations } from "#backend/postgres/migrations.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { pollUntil } from "./poll-until.ts";
import { createFolderWithCluster } from "./prepared-folder.ts";

const program = fileURLToPath(new URL("../support/run-server.ts", import.meta.url));

let folder: DataFolder;
afterEach(() => folder.remove());

describe("fault 14: a killed server starts again", () => {
  beforeEach(() => {
    folder = createDataFolder();
  });

  test("an operator gets a whole site after a first start was killed at any stage", async () => {
    const stages: [string, () => boolean][] = [
      ["PostgreSQL's files are being made", () => names().some((name) => name.startsWith(".p"))],
      ["PostgreSQL is starting", () => folder.postmasterPid() > 0],
      ["migrations are being applied", () => existsSync(join(folder.path, "postgres/base/16384"))],
    ];
    for (const [, isReached] of stages) await killWhen(isReached);

    const server = await folder.start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(names()).toEqual(["postgres", "postgres.lock", "reserve", "secrets.json"]);
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    const applied = await sql`select version from supabase_migrations.schema_migrations
      union all select version from backend.migrations order by 1`;
    const listed = (await listMigrations(databaseSchema)).toSorted();
    expect(applied.map(({ version }) => version)).toEqual(listed);
    await end();
  });

  test("of two concurrent starts over an empty folder one serves, the other fails", async () => {
    const starts = await Promise.allSettled([folder.start(), folder.start()]);
    const refused = starts.flatMap((start) => (start.status === "rejected" ? [start.reason] : []));
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringContaining("is in use by another process"),
    ]);
    const [served] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    expect((await fetch(`${served?.url}/readyz`)).status).toBe(200);
  });

  test("an operator with a truncated secret file gets advice", async () => {
    writeFileSync(join(folder.path, "secrets.json"), '{"jwtSecret":"ab');
    const { code, stderr } = await folder.startExpectingFailure();
    expect([code, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(stderr).toContain("Restore it from a backup");
  });
});

describe("fault 14: PostgreSQL's folder after a crash", () => {
  beforeEach(() => {
    folder = createFolderWithCluster();
  });

  test("an operator starts a copy of it beside the original", async () => {
    const original = await startEmbeddedServer(join(folder.path, "postgres"));
    execFileSync("cp", ["-a", join(folder.path, "postgres"), join(folder.path, "copy")]);
    const copy = await startEmbeddedServer(join(folder.path, "copy"));
    expect(copy.urlOf("postgres")).not.toBe(original.urlOf("postgres"));
    await copy.stop("immediate");
    await original.stop("immediate");
  });

  test("an operator starts it although another program has its old pid", async () => {
    const first = await startEmbeddedServer(join(folder.path, "postgres"));
    const pidFile = join(folder.path, "postgres/postmaster.pid");
    const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
    await first.stop("immediate");
    writeFileSync(pidFile, [process.pid, ...rest].join("\n"));
    const again = await startEmbeddedServer(join(folder.path, "postgres"));
    await again.stop("immediate");
  });

  test("a second server waits for a paused process of the first, and starts without it", async () => {
    const data = join(folder.path, "postgres");
    const first = await startEmbeddedServer(data);
    const sql = openPool(first.urlOf("postgres"), { max: 1 });
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const left = row?.pid ?? 0;
    process.kill(left, "SIGSTOP");
    process.kill(folder.postmasterPid(), "SIGKILL");
    let isStarted = false;
    const second = startEmbeddedServer(data).then((server) => {
      isStarted = true;
      return server;
    });
    await waitUntilHeldUp(data);
    expect(isStarted).toBe(false);
    process.kill(left, "SIGCONT");
    await (await second).stop("immediate");
    await sql.end({ timeout: 1 });
  });
});

function names(): string[] {
  return readdirSync(folder.path).toSorted();
}

/** Starts the server and kills it and PostgreSQL, as a power cut does, as soon as `isReached`. */
async function killWhen(isReached: () => boolean): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [program], {
    stdio: "ignore",
    env: { ...process.env, DATA_DIR: folder.path, PORT: "0" },
  });
  const ended = once(child, "exit");
  await pollUntil(isReached);
  child.kill("SIGKILL");
  await ended;
  const pid = folder.postmasterPid();
  if (pid > 0) process.kill(pid, "SIGKILL");
}

/**
 * Waits until the second server has failed to get the lock of the first, or, without locks, has
 * found its shared memory in use.
 */
async function waitUntilHeldUp(data: string): Promise<void> {
  const log = join(data, "server.log");
  await pollUntil(
    () => isOpenHere(`${data}.lock`) || readFileSync(log, "utf8").includes("shared memory block"),
  );
}

function isOpenHere(path: string): boolean {
  const files = existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd") : [];
  return files.some((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`) === path;
    } catch {
      return false;
    }
  });
}
