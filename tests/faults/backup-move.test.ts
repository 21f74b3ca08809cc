import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from "#backend/postgres/embedded/embedded-server.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import { applyReleasedState, fillReleasedState } from "#tests/support/released-state.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { connectAsSuperuser } from "#tests/support/superuser.ts";
import { openServiceClient, insertVehicles } from "./insert-vehicles.ts";
import {
  createFolderWithCluster,
  createFolderWithTables,
  createPreparedFolder,
} from "./prepared-folder.ts";
import { readTables } from "./read-tables.ts";
import { runOperator } from "./run-operator.ts";
import { storeRandomObjects } from "./store-random-objects.ts";

/**
 * A non-superuser owner of an external database, with the grants it needs from a superuser
 * (docs/operations.md).
 */
const plainOwner = `
  create role plain login createrole bypassrls;
  grant set on parameter "pgrst.db_pre_request", "storage.allow_delete_query" to plain;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role, authenticator to plain with admin option;`;

/** Accounts, vehicles and photos, without a running server. */
let home: DataFolder;
/** Where the databases lie that the tests restore into. */
let elsewhere: DataFolder;
let postgres: EmbeddedServer;
let cluster: SqlPool;
beforeAll(async () => {
  home = createPreparedFolder();
  const server = await home.start();
  await insertVehicles(await openServiceClient(server.url, home.path), { count: 30, width: 4 });
  const { sql, end } = await connectToDataFolder(home.path, "leave");
  await storeRandomObjects(sql, home.path, { count: 10, size: 5_000 });
  await end();
  server.child.kill("SIGTERM");
  await server.ended;
  elsewhere = createFolderWithCluster();
  postgres = await startEmbeddedServer(join(elsewhere.path, "postgres"));
  cluster = connectAsSuperuser(postgres.urlOf("postgres"));
});
afterAll(async () => {
  await cluster.end();
  await postgres.stop("immediate");
  for (const folder of [home, elsewhere]) folder.remove();
});

const quiet = { code: 0, stderr: "" };

describe("fault 15: a backup is restored to another kind of installation", () => {
  test("an operator moves from the data folder to an external PostgreSQL, and back", async () => {
    const before = await connectToDataFolder(home.path, "stop");
    const rows = await readTables(before.sql);
    await before.end();
    await cluster.unsafe(plainOwner);
    await cluster.unsafe("create database moved owner plain");
    const DATABASE_URL = postgres.urlOf("moved", "plain");
    const external = { DATA_DIR: elsewhere.path, DATABASE_URL };

    const first = join(home.path, "first.tar.zst");
    const second = join(home.path, "second.tar.zst");
    expect(await runOperator("backup", [first], { DATA_DIR: home.path })).toMatchObject(quiet);
    expect(await runOperator("restore", [first], external)).toMatchObject(quiet);
    const moved = connectAsSuperuser(postgres.urlOf("moved"));
    expect(await readTables(moved)).toEqual(rows);
    await moved.end();
    const there = await elsewhere.start({ DATABASE_URL });
    const { stderr } = await runOperator("restore", [first], external);
    expect(stderr).toMatch(/in use by a running Vitrina\. Stop it first\.\n$/);
    there.child.kill("SIGTERM");
    await there.ended;

    expect(await runOperator("backup", [second], external)).toMatchObject(quiet);
    const back = createFolderWithTables();
    expect(await runOperator("restore", [second], { DATA_DIR: back.path })).toMatchObject(quiet);
    const after = await connectToDataFolder(back.path, "stop");
    expect(await readTables(after.sql)).toEqual(rows);
    await after.end();
    back.remove();
  });

  test("an operator can restore another backup after a kill before the commit", async () => {
    const place = createDataFolder();
    const files = await backUpTwice();
    await cluster`create database held`;
    const DATABASE_URL = postgres.urlOf("held");
    const environment = { DATA_DIR: place.path, DATABASE_URL };
    await installQueue(DATABASE_URL);
    await applyMigrations(DATABASE_URL, databaseSchema);
    const sql = connectAsSuperuser(DATABASE_URL);
    await sql.unsafe(neverCommits);
    await sql`select pg_advisory_lock(1)`;

    const killed = await runOperator("restore", [files.first], environment, (kill, onOutput) =>
      onOutput("secret stored", () => kill("SIGKILL")),
    );
    expect(killed.code).toBeNull();
    expect(readSecret(place)).toBe(secrets.first);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = 'held' and application_name = 'vitrina-backup'`;
    expect(await sql`select from auth.users`).toHaveLength(0);
    await sql`drop function wait_for_test cascade`;
    await sql.end();

    const second = await runOperator("restore", [files.second], environment);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(readSecret(place)).toBe(secrets.second);
    expect(readdirSync(place.path).filter((name) => name.startsWith("secrets"))).toEqual([
      "secrets.json",
    ]);

    await cluster`create database other`;
    const other = { ...environment, DATABASE_URL: postgres.urlOf("other") };
    const refused = await runOperator("restore", [files.first], other);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /secrets\.json holds the secret of another installation\. .+\n$/,
    );
    expect(readSecret(place)).toBe(secrets.second);
    const JWT_SECRET = "the secret that the settings of another installation give";
    const given = await runOperator("restore", [files.first], { ...other, JWT_SECRET });
    expect(given).toMatchObject({ code: 0, stderr: "" });
    expect(given.stdout).toContain("JWT_SECRET differs from the backup");
    expect(readSecret(place)).toBe(secrets.second);
    place.remove();
  });

  test("an operator restores a backup of 1fc14bd and gets the current tables", async () => {
    const [old, fresh] = [createFolderWithCluster(), createDataFolder()];
    const server = await startEmbeddedServer(join(old.path, "postgres"));
    const superuser = connectAsSuperuser(server.urlOf("postgres"));
    await superuser`create database vitrina`;
    await superuser.end();
    await installQueue(server.urlOf("vitrina"));
    await applyReleasedState(server.urlOf("vitrina"));
    const sql = connectAsSuperuser(server.urlOf("vitrina"));
    await fillReleasedState(sql);
    const before = await sql`select id, email, raw_user_meta_data from auth.users order by id`;
    await sql.end();
    await server.stop();

    const file = join(old.path, "old.tar.zst");
    const JWT_SECRET = "the secret that the settings of the older version gave";
    expect((await runOperator("backup", [file], { DATA_DIR: old.path, JWT_SECRET })).code).toBe(0);
    const restore = await runOperator("restore", [file], { DATA_DIR: fresh.path });
    expect(restore).toMatchObject({ code: 0, stderr: "" });
    const now = await connectToDataFolder(fresh.path, "stop");
    const after = await now.sql`select id, email, raw_user_meta_data from auth.users order by id`;
    expect(after).toEqual(before);
    expect(await now.sql`select from public.vehicles`).toHaveLength(1);
    await now.end();
    for (const folder of [old, fresh]) folder.remove();
  });
});

/** Blocks a restore at its commit until the test releases lock 1. */
const neverCommits = `
  create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_catalog.pg_advisory_xact_lock(1); return null; end $$;
  create constraint trigger wait_for_test after insert on auth.users deferrable initially deferred
    for each row execute function wait_for_test();
  alter table auth.users enable always trigger wait_for_test;`;

const secrets = {
  first: JSON.stringify({ jwtSecret: "the secret of the first of two backups" }),
  second: JSON.stringify({ jwtSecret: "the secret of the second of two backups" }),
};

/** Two backups of `home`, the second with a different secret. */
async function backUpTwice(): Promise<{ first: string; second: string }> {
  const files = { first: join(home.path, "first"), second: join(home.path, "second") };
  for (const which of ["first", "second"] as const) {
    writeFileSync(join(home.path, "secrets.json"), secrets[which]);
    const backup = await runOperator("backup", [files[which]], { DATA_DIR: home.path });
    expect(backup).toMatchObject({ code: 0, stderr: "" });
  }
  return files;
}

function readSecret({ path }: DataFolder): string {
  return readFileSync(join(path, "secrets.json"), "utf8");
}
