import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { migrationsIn } from "#backend-tests/support/cluster.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { startDrippingMailServer, startMailCatcher } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import {
  acknowledged,
  openServiceClient,
  insertVehicles,
  readVehicleIds,
} from "./insert-vehicles.ts";
import { pollUntil } from "./poll-until.ts";
import { createPreparedFolder } from "./prepared-folder.ts";

let folder: DataFolder;
afterEach(() => folder.remove());

describe("fault 14: the process gets SIGTERM", () => {
  beforeEach(() => {
    folder = createPreparedFolder();
  });

  test("a dealer's requests in flight finish, and PostgreSQL stops too", async () => {
    const server = await folder.start();
    const dealer = await openServiceClient(server.url, folder.path);
    const answers = await insertVehicles(dealer, {
      count: 500,
      width: 8,
      onAnswer: (done) => {
        if (done === 150) server.child.kill("SIGTERM");
      },
    });
    expect((await server.ended).code).toBe(0);
    const refused = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(refused.filter((status) => status !== 0)).toEqual([]);
    expect(folder.postmasterPid()).toBe(0);

    await folder.start({ PORT: new URL(server.url).port });
    const found = await readVehicleIds(dealer.client);
    expect(new Set(acknowledged(answers))).toEqual(found);
  });

  test("a proxy sees it in /readyz while the port still accepts new connections", async () => {
    const server = await folder.start({ STOP_PAUSE: "5" });
    const ask = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { connection: "close" } });
    server.child.kill("SIGTERM");
    let state = await ask("/readyz");
    while (state.status === 200) state = await ask("/readyz");
    expect([state.status, await state.json()]).toEqual([
      503,
      expect.objectContaining({ reason: "stopping" }),
    ]);
    expect((await ask("/auth/v1/health")).status).toBe(200);
    expect((await server.ended).code).toBe(0);
    await expect(ask("/healthz")).rejects.toThrow("fetch failed");
  });

  test("an operator stops it while a mail server stalls; the mails follow after a start", async () => {
    const port = await findFreePort();
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    const slow = await startDrippingMailServer(port, { answerTo: "a mail", everyMs: 500 });
    const server = await folder.start(settings);
    const { sql, end } = await connectToDataFolder(folder.path, "leave");
    await sql`select private.queue_mail('access-approved', turn || '@example.com', '{"name": "Ana"}')
      from generate_series(1, 2) as turn`;
    await end();
    await vi.waitFor(() => expect(slow.messageIds).toHaveLength(2), patience);

    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    await slow.stop();

    const catcher = await startMailCatcher(port);
    await folder.start(settings);
    await vi.waitFor(() => expect(catcher.received).toHaveLength(2), patience);
    expect(catcher.received.map(({ email }) => email.messageId).sort()).toEqual(
      slow.messageIds.sort(),
    );
    await catcher.stop();
  });

  test("an operator's SIGTERM works although its log is not read", async () => {
    const server = await folder.start();
    server.child.stdout?.pause();
    // More lines than the pipe and this process's buffer hold.
    for (let turn = 0; turn < 60; turn += 1) {
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/rest/v1/vehicles`)));
    }
    server.child.kill("SIGTERM");
    const [code] = await once(server.child, "exit");
    expect(code).toBe(0);
    expect(folder.postmasterPid()).toBe(0);
  });

  test("an operator finds a clean database after SIGKILL during a migration", async () => {
    const migrations = mkdtempSync(join(tmpdir(), "vitrina-migrations-"));
    const write = (name: string, text: string) => writeFileSync(join(migrations, name), text);
    write("20260101000000_create_first.sql", "create table public.first (id int);");
    write(
      "20260101000001_create_second.sql",
      "create table public.second (id int); select pg_sleep(20);",
    );
    const postgres = await startEmbeddedServer(join(folder.path, "postgres"));
    const url = postgres.urlOf("postgres");
    const sql = openPool(url, { max: 1 });

    const script = `import { applyMigrations } from "#backend/postgres/migrations.ts"; await applyMigrations(process.argv[1], JSON.parse(process.argv[2]));`;
    const args = [
      "--input-type=module",
      "-e",
      script,
      url,
      JSON.stringify(migrationsIn(migrations)),
    ];
    const migrating = spawn(process.execPath, args, { stdio: "ignore" });
    await untilRunning(sql, "%pg_sleep(20)%");
    migrating.kill("SIGKILL");
    await once(migrating, "exit");

    write("20260101000001_create_second.sql", "create table public.second (id int);");
    expect(await applyMigrations(url, migrationsIn(migrations))).toEqual([
      "20260101000001_create_second",
    ]);
    expect(await applyMigrations(url, migrationsIn(migrations))).toEqual([]);
    expect(await sql`select count(*)::int as rows from public.second`).toEqual([{ rows: 0 }]);
    await sql.end();
    await postgres.stop("immediate");
    rmSync(migrations, { recursive: true, force: true });
  });
});

const program = fileURLToPath(new URL("../../server.ts", import.meta.url));

/**
 * The signal (SIGHUP for a closed terminal), and the stage of a start, detected by its output and
 * the files in the folder.
 */
const stages: [NodeJS.Signals, string, (output: string) => boolean][] = [
  [
    "SIGTERM",
    "makes PostgreSQL's files",
    () => readdirSync(folder.path).some((name) => /^\.p/.test(name)),
  ],
  ["SIGINT", "starts PostgreSQL", () => folder.postmasterPid() > 0],
  [
    "SIGTERM",
    "applies migrations",
    (output) => output.includes("PostgreSQL started") && hasTables(),
  ],
  ["SIGHUP", "has started PostgreSQL", (output) => output.includes("PostgreSQL started")],
];

describe("fault 14: the process is stopped while it starts", () => {
  beforeEach(() => {
    folder = createDataFolder();
  });

  test("an operator's signal ends it and PostgreSQL at any stage, and a restart works", async () => {
    for (const [signal, stage, isReached] of stages) {
      const { ending, stderr } = await stopWhen(isReached, signal);
      expect([stage, ending, stderr]).toEqual([stage, [0, null], ""]);
      expect(folder.postmasterPid()).toBe(0);
    }
    await folder.start();
  });
});

/** Starts the server, and sends it the signal as soon as its output and files show the stage. */
async function stopWhen(isReached: (output: string) => boolean, signal: NodeJS.Signals) {
  const env = { ...process.env, DATA_DIR: folder.path, PORT: String(await findFreePort()) };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    output.out += String(text);
  });
  child.stderr.on("data", (text) => {
    output.err += String(text);
  });
  await pollUntil(() => {
    if (child.exitCode !== null) throw new Error(`It ended by itself: ${output.err}`);
    return isReached(output.out);
  });
  child.kill(signal);
  const ending: unknown[] = await ended;
  return { ending, stderr: output.err };
}

/**
 * The site's own database is created first, and has more files than an empty one once the first
 * migrations ran.
 */
function hasTables(): boolean {
  const [empty, own] = ["4", "16384"].map((name) => join(folder.path, "postgres/base", name));
  if (!empty || !own || !existsSync(own)) return false;
  return readdirSync(own).length > readdirSync(empty).length + 20;
}

function untilRunning(sql: ReturnType<typeof openPool>, query: string): Promise<void> {
  return pollUntil(async () => {
    const running = await sql`select 1 from pg_stat_activity
      where query like ${query} and pid <> pg_backend_pid() and state = 'active'`;
    return running.length > 0;
  });
}
