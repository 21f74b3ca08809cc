import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import type { DatabaseAddress } from "../../src/postgres/database.ts";
import type { SqlPool } from "../../src/postgres/pool.ts";
import { openPool } from "../../src/postgres/pool.ts";
import { createSql, type Sql } from "../../src/postgres/sql.ts";
import { templateName } from "./cluster.ts";

/** The database of a test file. `sql` runs as the superuser and bypasses row security. */
export type TestDatabase = DatabaseAddress & {
  sql: SqlPool;
  reserve(): Promise<ReservedSql>;
  drop(): Promise<void>;
};

export type ReservedSql = Sql & { release(): void };

/** Creates a database from a template, by default the migrated one. */
export async function createTestDatabase(
  clusterUrl = inject("clusterUrl"),
  template = templateName,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const cluster = openPool(clusterUrl, { max: 1 });
  await cluster.unsafe(`create database ${name} template ${template} strategy file_copy`);
  const ownerUrl = addressOf(clusterUrl, name, "postgres");
  const sql = openPool(ownerUrl, { max: 4 });
  return {
    ownerUrl,
    callerUrl: addressOf(clusterUrl, name, "authenticator"),
    sql,
    reserve: async () => {
      const client = new Client({ connectionString: ownerUrl });
      client.on("error", () => undefined);
      await client.connect();
      const release = () => void client.end();
      return Object.assign(
        createSql((text, values) => client.query(text, values)),
        { release },
      );
    },
    drop: async () => {
      await sql.end({ timeout: 1 });
      await cluster.unsafe(`drop database if exists ${name} with (force)`);
      await cluster.end({ timeout: 1 });
    },
  };
}

function addressOf(clusterUrl: string, database: string, user: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  url.username = user;
  return url.href;
}
