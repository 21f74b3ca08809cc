import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#backend-tests/support/database.ts";
import { listMigrationFiles, schemaSides } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { readCatalogue } from "./support/catalogue.ts";

/** Own cluster: the script changes a role, which is shared by all databases of a server. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let ours: TestDatabase;
let project: TestDatabase;
beforeAll(async () => {
  cluster = await startTestCluster();
  ours = await createTestDatabase(cluster.url);
  project = await createTestDatabase(cluster.url, "template1");
  const text = ["roles", "auth", "storage"].map((name) => read(`backend/src/schema/${name}.sql`));
  await project.sql.unsafe([...text, "drop schema private cascade"].join(";\n"));
});
afterAll(async () => {
  await Promise.all([ours.drop(), project.drop()]);
  await cluster.stop();
});

function prepare(): string {
  const env = { ...process.env, DATABASE_URL: project.ownerUrl };
  return execFileSync(process.execPath, ["scripts/prepare-project.ts"], { env, encoding: "utf8" });
}

function read(path: string): string {
  return readFileSync(path, "utf8");
}

test("an operator can run the script and all migrations on tables like Supabase's", async () => {
  expect([prepare(), prepare()]).toEqual(["The project is prepared\n", "It was already\n"]);
  for (const side of schemaSides.filter(({ name }) => name === "product")) {
    for (const file of listMigrationFiles(side)) await project.sql.unsafe(read(file));
  }
  const [expected, found] = [await readCatalogue(ours.sql), await readCatalogue(project.sql)];
  const without = (lines: string[], others: string[]) => [
    ...new Set(
      lines
        .filter((line) => !others.includes(line))
        .map((line) => /^[^|\n]+\|?[^|\n]+/.exec(line)?.[0]),
    ),
  ];
  expect(without(found, expected).sort()).toEqual([
    "column | private.settings ",
    "constraint | private.settings ",
    "function | CREATE OR REPLACE FUNCTION private.caller_address()",
    "function | CREATE OR REPLACE FUNCTION private.send_verification_mail(p_user_id uuid, p_name text)",
  ]);
  const ofSupabase = /pgrst_d|notify_schema_change/;
  // Supabase's own table cannot have our triggers.
  const ofOwnStorage = /retired?_name|cached_for_good/;
  const missing = without(expected, found).filter(
    (line) => line && !ofSupabase.test(line) && !ofOwnStorage.test(line),
  );
  expect(missing.sort()).toEqual([
    "function | CREATE OR REPLACE FUNCTION private.caller_address()",
    "function | CREATE OR REPLACE FUNCTION private.send_verification_mail(p_user_id uuid, p_name text)",
  ]);
});

test("a process's forwarded address is trusted from configured addresses only", async () => {
  const told = (headers: object) =>
    project.sql.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      const [row] = await sql`select private.caller_address() as address`;
      return row?.address;
    });
  const headers = {
    "cf-connecting-ip": "203.0.113.5",
    "x-forwarded-for": "198.51.100.7, 203.0.113.5",
  };
  expect(await told(headers)).toBe("203.0.113.5");
  await project.sql`update private.settings set gateways = array[private.network_of('203.0.113.5')]`;
  expect(await told(headers)).toBe("198.51.100.7");
  expect(await told({ ...headers, "cf-connecting-ip": "203.0.113.9" })).toBe("203.0.113.9");
  expect(await told({ "cf-connecting-ip": "203.0.113.5" })).toBeNull();
});
