import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from "#backend/postgres/embedded/embedded-server.ts";
import { findServerAccount } from "#backend/postgres/embedded/server-account.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { stopOnParentExit } from "#backend-tests/support/cluster.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";

/**
 * A PostgreSQL like an operator's: over TCP, with passwords, and a database owner who is not a
 * superuser.
 */
export type ExternalPostgres = {
  /** DATABASE_URL. */
  ownerUrl: string;
  /** Bypasses row security, to prepare data and check results. */
  sql: SqlPool;
  /** Crashes it, and starts it again. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const database = "vitrina";
const owner = "vitrina_owner";

/** A certificate and its key, in PEM. */
export type Certificate = { cert: string; key: string };

/**
 * Starts a server with an empty database. The owner may create roles, but may not bypass row
 * security or do what needs a superuser. With a certificate it requires TLS. `template` is the
 * folder of a stopped cluster to copy, instead of initdb.
 */
export async function startExternalPostgres(
  certificate?: Certificate,
  template?: string,
): Promise<ExternalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-external-"));
  const data = join(folder, "postgres");
  if (template !== undefined) execFileSync("cp", ["-a", template, data]);
  const port = await findFreePort();
  const settings = { listen_addresses: "127.0.0.1", port: String(port), fsync: "off" };
  let server: EmbeddedServer = await startEmbeddedServer(data, settings);
  const guard = stopOnParentExit(data, folder);
  const plainUrlOf = (user: string, name: string) =>
    `postgres://${user}:${user}-1@127.0.0.1:${port}/${name}`;
  const urlOf = (user: string, name: string) =>
    `${plainUrlOf(user, name)}${certificate ? "?sslmode=require" : ""}`;
  const first = openPool(plainUrlOf("postgres", "postgres"), { max: 1 });
  if (certificate) await offerTls(first, data, certificate);
  await prepare(first, data, certificate ? "hostssl" : "host");
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

async function offerTls(sql: SqlPool, data: string, certificate: Certificate): Promise<void> {
  for (const [name, pem] of Object.entries(certificate)) {
    const path = join(data, `server.${name}`);
    writeFileSync(path, pem, { mode: 0o600 });
    findServerAccount().give(path);
  }
  await sql.unsafe("alter system set ssl_cert_file = 'server.cert'");
  await sql.unsafe("alter system set ssl = on");
}

async function prepare(sql: SqlPool, data: string, kind: string): Promise<void> {
  await sql.unsafe("alter role postgres password 'postgres-1'");
  await sql.unsafe(`create role ${owner} login createrole password '${owner}-1'`);
  await sql.unsafe(`create database ${database} owner ${owner}`);
  writeFileSync(join(data, "pg_hba.conf"), `${kind} all all 127.0.0.1/32 scram-sha-256\n`);
  await sql.unsafe("select pg_reload_conf()");
  await sql.end({ timeout: 1 });
}
