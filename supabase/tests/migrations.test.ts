import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { migrationsIn } from "#backend-tests/support/cluster.ts";
import { createTestDatabase, type TestDatabase } from "#backend-tests/support/database.ts";
import { listMigrationFiles, schemaSides } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { readCatalogue } from "./support/catalogue.ts";

/** Own cluster: the schema files change roles, which are shared by all databases of a server. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  cluster = await startTestCluster();
  migrated = await createTestDatabase(cluster.url);
  empty = await createTestDatabase(cluster.url, "template1");
});
afterAll(async () => {
  await Promise.all([migrated.drop(), empty.drop()]);
  await cluster.stop();
});

test("the migrations produce the schema files' catalogue", async () => {
  const files = schemaSides.flatMap(({ schemas }) => schemas);
  await empty.sql.unsafe(files.map((file) => readFileSync(file, "utf8")).join("\n"));
  expect(await readCatalogue(migrated.sql)).toEqual(await readCatalogue(empty.sql));
});

test("a migration's checksum never changes", () => {
  const files = schemaSides.flatMap(listMigrationFiles);
  const sums = files.map((file) => {
    const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    return `${createHash("sha256").update(text).digest("hex")}  ${file}`;
  });
  const listed = readFileSync("supabase/migrations.sha256", "utf8").trim().split("\n");
  expect(listed.toSorted()).toEqual(sums.toSorted());
});

test("every function body refers to existing objects", async () => {
  const bodies = await migrated.sql<{ definition: string }[]>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('auth', 'storage', 'private', 'public') and p.prosqlbody is null`;
  await migrated.sql.begin(async (sql) => {
    for (const { definition } of bodies) await sql.unsafe(definition);
  });
});

test("an operator who applies a changed migration gets an error that names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-migrations-"));
  const file = join(folder, "20991231000000_create_news.sql");
  writeFileSync(file, "create table public.news (id int);");
  expect(await applyMigrations(migrated.ownerUrl, migrationsIn(folder))).toHaveLength(1);
  writeFileSync(file, "create table public.news (id bigint);");
  await expect(applyMigrations(migrated.ownerUrl, migrationsIn(folder))).rejects.toThrow(
    /^Migration 20991231000000_create_news was changed after it was applied\. .+$/,
  );
  rmSync(folder, { recursive: true });
});
