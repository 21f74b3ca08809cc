import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Config } from "../../settings.ts";
import type { DatabaseAddress } from "../database.ts";
import { waitAtMost, withConnection } from "../pool.ts";
import { readPgAddress } from "../read-address.ts";
import type { Sql } from "../sql.ts";
import { startDiskReserve } from "./disk-reserve.ts";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded-server.ts";

/** The installation's name and data folder. */
type Place = Pick<Config, "name" | "dataDir">;

/** The database in DATA_DIR: its URLs and how to stop it. */
export type EmbeddedDatabase = DatabaseAddress & { stop(): Promise<void> };

/** Reported to the server: PostgreSQL was restarted, the disk is full, or there is room again. */
export type EmbeddedEvent = "restarted" | "disk full" | "room again";

const watchEveryMs = 400;
const connectMs = 10_000;
const releaseMs = 2_000;

/**
 * An arbitrary advisory lock key of the cluster. The process that holds it owns the data folder
 * until its connection ends.
 */
const folderLock = 7_220_118_332;

/**
 * Starts PostgreSQL in `dataDir`, creates the database at the first start, restarts the server if
 * it is killed, and reserves disk space for it. Throws a one-line message if another process uses
 * the folder. `onEvent` is called for later events.
 */
export async function openEmbeddedDatabase(
  place: Place,
  onEvent: (event: EmbeddedEvent) => void,
): Promise<EmbeddedDatabase> {
  const { dataDir } = place;
  const room = await startDiskReserve(dataDir, (isLeft) =>
    onEvent(isLeft ? "room again" : "disk full"),
  );
  const name = nameDatabase(place);
  const server = await startEmbeddedServer(join(dataDir, "postgres"));
  let owner = await lockDataFolder(server, dataDir);
  await prepare(server, { name, dataDir, hasRoom: room.isLeft() });

  let repair: Promise<void> | null = null;
  const repairServer = async () => {
    try {
      const refusesConnections = server.refusesConnections();
      if (owner.alive() && !refusesConnections) return;
      // We hold the folder's lock, so we may stop the server.
      if (refusesConnections) await server.stop();
      await server.startAgain();
      owner = await lockDataFolder(server, dataDir);
      onEvent("restarted");
    } catch {
      // The next tick tries again; until then requests get 503.
    }
  };
  const watch = setInterval(() => {
    repair ??= repairServer().finally(() => {
      repair = null;
    });
  }, watchEveryMs);

  return {
    ownerUrl: server.urlOf(name),
    callerUrl: server.urlOf(name, "authenticator"),
    hasRoom: room.isLeft,
    stop: async () => {
      clearInterval(watch);
      // A restart in progress must finish before the stop.
      await repair;
      room.close();
      await owner.release();
      await server.stop();
    },
  };
}

/**
 * Opens the database in `dataDir` for a guest such as a backup. Uses the running server, which
 * keeps running, or starts one that stops with the guest. Throws a one-line message if there is no
 * database.
 */
export async function joinEmbeddedDatabase(place: Place): Promise<EmbeddedDatabase> {
  const { dataDir } = place;
  const name = nameDatabase(place);
  const folder = join(dataDir, "postgres");
  if (!existsSync(folder)) throw new Error(`There is no database in DATA_DIR ${dataDir}.`);
  const server = await startEmbeddedServer(folder);
  const hold = await tryLockDataFolder(server);
  return {
    ownerUrl: server.urlOf(name),
    callerUrl: server.urlOf(name, "authenticator"),
    stop: async () => {
      if (!hold) return;
      await hold.release();
      await server.stop();
    },
  };
}

function nameDatabase({ name }: Place): string {
  return name.toLowerCase();
}

async function lockDataFolder(server: EmbeddedServer, dataDir: string) {
  const hold = await tryLockDataFolder(server);
  if (hold) return hold;
  throw new Error(`The data folder ${dataDir} is in use by another process.`);
}

async function tryLockDataFolder(server: EmbeddedServer) {
  const client = new Client({
    ...readPgAddress(server.urlOf("postgres")),
    connectionTimeoutMillis: connectMs,
  });
  let alive = true;
  client.on("error", () => undefined);
  client.once("end", () => {
    alive = false;
  });
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock($1) as held",
    [folderLock],
  );
  const release = () => waitAtMost(releaseMs, client.end());
  if (rows[0]?.held) return { alive: () => alive, release };
  await release();
  return null;
}

/** The number of WAL segments that PostgreSQL keeps anyway (min_wal_size). */
const logSegments = 4;
const segmentSize = 16 * 1024 * 1024;

/** Creates the database at the first start, and preallocates WAL if there is room. */
function prepare(
  server: EmbeddedServer,
  { name, dataDir, hasRoom }: { name: string; dataDir: string; hasRoom: boolean },
): Promise<void> {
  return withConnection(server.urlOf("postgres"), {}, async (sql) => {
    const known = await sql`select 1 from pg_database where datname = ${name}`;
    if (known.length === 0) await sql`create database ${sql(name)}`;
    if (hasRoom) await preallocateWal(sql, dataDir);
  });
}

/**
 * Preallocated WAL segments let PostgreSQL go on for a while on a full disk; without a next segment
 * it stops, for readers too. A small disk gets fewer.
 */
async function preallocateWal(sql: Sql, dataDir: string): Promise<void> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;
  const missing = logSegments - (row?.count ?? 0);
  for (let number = 0; number < missing; number += 1) {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < logSegments * segmentSize) break;
    await sql`select pg_create_restore_point('room'), pg_switch_wal()`;
  }
  if (missing > 0) await sql`checkpoint`;
}
