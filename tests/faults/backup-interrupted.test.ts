import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyArchive } from "#backend/backup/read-archive.ts";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import type { Sql } from "#backend/postgres/sql.ts";
import { objectFile } from "#backend/storage/stores/storage-backend.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import type { ExternalPostgres } from "#tests/support/external-postgres.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { connectAsSuperuser } from "#tests/support/superuser.ts";
import { openServiceClient } from "./insert-vehicles.ts";
import { createPreparedFolder, startPreparedPostgres } from "./prepared-folder.ts";
import { runOperator } from "./run-operator.ts";
import { startPostgresProxy } from "./start-postgres-proxy.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

const runFile = promisify(execFile);

let home: DataFolder;
let service: SupabaseClient;
let backup: string;

beforeAll(async () => {
  home = createPreparedFolder();
  const server = await home.start();
  service = (await openServiceClient(server.url, home.path)).client;
  const { sql, end } = await connectToDataFolder(home.path, "leave");
  await storeRandomObjects(sql, home.path, { count: 20, size: 5_000 });
  await end();
  backup = join(home.path, "good.tar.zst");
  const made = await runOperator("backup", [backup], { DATA_DIR: home.path });
  expect(made).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => home.remove());

describe("fault 15: PostgreSQL dies while a backup reads the files", () => {
  test("an operator gets an error that photos may be missing, and no backup file", async () => {
    const bucket = service.storage.from("vehicle_images");
    const { data: photos } = await bucket.list("arranged");
    const names = (photos ?? []).map(({ name }) => `arranged/${name}`);
    expect(names).toHaveLength(20);
    const first = await storeHalting();

    const copies = join(home.path, "copies");
    const args = [join(copies, "lost.tar.zst")];
    const removeAll = async () => {
      const removed = async () => (await bucket.remove(names)).error;
      await expect.poll(removed).toBeNull();
      await writeFile(first, "the first photo");
    };
    let removing: Promise<void> | undefined;
    const outcome = await runOperator("backup", args, { DATA_DIR: home.path }, (_, onOutput) => {
      onOutput("rows read", () => {
        if (!removing) process.kill(home.postmasterPid(), "SIGKILL");
        removing ??= removeAll();
      });
    });
    await removing;
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^The connection to DATA_DIR .+ was lost while the files were read: .+ run the command again\.\n$/,
    );
    expect(readdirSync(copies)).toEqual([]);
  });
});

test("fault 15: an operator gets a complete restore and backup if the terminal closes", async () => {
  const folder = createDataFolder();
  const run = (script: string, file: string) => {
    const program = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
    const command = `"$0" "$1" "$2" | true; exit "\${PIPESTATUS[0]}"`;
    const env = { ...process.env, DATA_DIR: folder.path };
    return runFile("bash", ["-c", command, process.execPath, program, file], { env });
  };
  const copy = join(home.path, "unread.tar.zst");
  await run("restore", backup);
  await run("backup", copy);
  folder.remove();
  expect((await verifyArchive(copy, "Vitrina")).seal).toMatchObject({ files: 20, missing: 0 });
});

/**
 * Stores an object whose bytes are read first, from a named pipe: reading blocks until the test
 * writes to the returned path.
 */
async function storeHalting(): Promise<string> {
  const version = "00000000-0000-4000-8000-000000000000";
  const path = join(home.path, "files", objectFile(version));
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
  const { sql, end } = await connectToDataFolder(home.path, "leave");
  await sql`insert into storage.objects (bucket_id, name, version)
    values ('vehicle_images', 'halting.jpg', ${version})`;
  await end();
  return path;
}

describe("fault 15: a restore into a database that changes during it", () => {
  let postgres: ExternalPostgres;
  let cluster: SqlPool;
  let count = 0;
  let database: { ownerUrl: string; sql: SqlPool };
  let folders: [DataFolder, DataFolder];
  beforeAll(async () => {
    postgres = await startPreparedPostgres();
    cluster = connectAsSuperuser(urlOf("postgres", "postgres"));
    await cluster`create database migrated owner vitrina_owner`;
    await installQueue(urlOf("migrated"));
    await applyMigrations(urlOf("migrated"), databaseSchema);
  });
  afterAll(async () => {
    await cluster.end();
    await postgres.stop();
  });
  beforeEach(() => {
    folders = [createDataFolder(), createDataFolder()];
  });
  afterEach(async () => {
    for (const folder of folders) folder.remove();
    await database.sql.end();
  });

  /** The URL of a database of this PostgreSQL, for its owner or the superuser. */
  function urlOf(name: string, user?: "postgres"): string {
    const url = new URL(postgres.ownerUrl);
    url.pathname = name;
    if (user) [url.username, url.password] = [user, `${user}-1`];
    return url.href;
  }

  /** Creates the test's own database: empty, or with current tables. */
  async function createDatabase(template: "template1" | "migrated"): Promise<void> {
    count += 1;
    const name = `restored_${count}`;
    await cluster`create database ${cluster(name)} template ${cluster(template)} owner vitrina_owner`;
    database = { ownerUrl: urlOf(name), sql: connectAsSuperuser(urlOf(name, "postgres")) };
  }

  const restore = (folder: DataFolder, url: string, onStart?: Parameters<typeof runOperator>[3]) =>
    runOperator("restore", [backup], { DATA_DIR: folder.path, DATABASE_URL: url }, onStart);

  test("of two operators who restore concurrently, one gets a not-empty error", async () => {
    await createDatabase("template1");
    const outcomes = await Promise.all(folders.map((folder) => restore(folder, database.ownerUrl)));
    const [made, refused] = outcomes.toSorted((a, b) => Number(a.code) - Number(b.code));
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(refused?.code).toBe(1);
    expect(refused?.stderr).toMatch(/^DATABASE_URL .+ is not empty: it holds 1 accounts.+\n$/);
    expect(await database.sql`select from auth.users`).toHaveLength(1);
  });

  test("a person who gets an account during the restore keeps it; the operator is warned", async () => {
    await createDatabase("migrated");
    const [folder] = folders;
    const begun = await whileHolding(async (sql) => {
      await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'ana@example.com')`;
      const outcome = restore(folder, database.ownerUrl);
      await waitUntilRestoreWaits();
      return { outcome };
    });
    const { code, stderr } = await begun.outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not empty: it holds 1 accounts and 0 files\. .+\n$/);
    expect(await database.sql`select email from auth.users`).toEqual([
      { email: "ana@example.com" },
    ]);
  });

  test("an operator whose tables are migrated during it gets an error and no rows", async () => {
    await createDatabase("migrated");
    const [folder] = folders;
    const begun = await whileHolding(async (sql) => {
      await sql`insert into supabase_migrations.schema_migrations (version) values ('99991231000000')`;
      await sql`lock table auth.users in share mode`;
      const outcome = restore(folder, database.ownerUrl);
      await waitUntilRestoreWaits();
      return { outcome };
    });
    const { code, stderr } = await begun.outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/prepared by a newer Vitrina .+migration 99991231000000.+\n$/);
    expect(await database.sql`select from auth.users`).toHaveLength(0);
  });

  test("an operator can end a restore with a lost connection by SIGTERM, and retry", async () => {
    await createDatabase("migrated");
    const proxy = await startPostgresProxy(database.ownerUrl);
    const [folder] = folders;
    await whileHolding(async (sql) => {
      await sql`lock table auth.users in share mode`;
      let end = () => {};
      const outcome = restore(folder, proxy.url, (kill) => {
        end = () => kill("SIGTERM");
      });
      await waitUntilRestoreWaits();
      proxy.dropSilently();
      end();
      expect(await outcome).toMatchObject({
        code: 1,
        stderr: "Stopped; nothing was restored. Run the command again to start over.\n",
      });
    });
    expect(await restore(folder, database.ownerUrl)).toMatchObject({ code: 0, stderr: "" });
    await proxy.stop();
  });

  /** Runs `work` in a transaction, then commits. `work` locks tables that the restore needs. */
  function whileHolding<T>(work: (sql: Sql) => Promise<T>) {
    return database.sql.begin(work);
  }

  async function waitUntilRestoreWaits(): Promise<void> {
    const waiting = () => database.sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'vitrina-backup'
        and wait_event_type = 'Lock' and wait_event = 'relation'`;
    await expect.poll(waiting).toHaveLength(1);
  }
});
