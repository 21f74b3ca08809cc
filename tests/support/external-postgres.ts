import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type postgres from "postgres";
import { type EmbeddedServer, startEmbeddedServer } from "#api/postgres/embedded-server.ts";
import { openPool } from "#api/postgres/open-pool.ts";
import { guardAgainstKill } from "./cluster.ts";
import { findFreePort } from "./find-free-port.ts";

/** A PostgreSQL as an operator has one: over TCP, with passwords, and a database whose owner is no superuser. */
export type ExternalPostgres = {
  /** DATABASE_URL. */
  ownerUrl: string;
  /** A look past row security, for arranging a world and for seeing what became of it. */
  sql: postgres.Sql;
  /** Ends it as a crash does, and starts it again. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const database = "vitrina";
const owner = "vitrina_owner";

/** Starts a server with an empty database. The owner may make roles, and neither bypass row security nor do what only a superuser may. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-external-"));
  const data = join(folder, "postgres");
  const port = await findFreePort();
  const settings = { listen_addresses: "127.0.0.1", port: String(port), fsync: "off" };
  let server: EmbeddedServer = await startEmbeddedServer(data, settings);
  const guard = guardAgainstKill(data, folder);
  const urlOf = (user: string, name: string) =>
    `postgres://${user}:${user}-1@127.0.0.1:${port}/${name}`;
  await prepare(openPool(urlOf("postgres", "postgres"), { max: 1 }), data);
  const sql = openPool(urlOf("postgres", database), { max: 4 });
  return {
    ownerUrl: urlOf(owner, database),
    sql,
    crash: () => server.stop("immediate"),
    start: async () => {
      server = await startEmbeddedServer(data, settings);
    },
    stop: async () => {
      await sql.end({ timeout: 1 });
      await server.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}

async function prepare(sql: postgres.Sql, data: string): Promise<void> {
  await sql.unsafe("alter role postgres password 'postgres-1'");
  await sql.unsafe(`create role ${owner} login createrole password '${owner}-1'`);
  await sql.unsafe(`create database ${database} owner ${owner}`);
  writeFileSync(join(data, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  await sql.unsafe("select pg_reload_conf()");
  await sql.end({ timeout: 1 });
}
