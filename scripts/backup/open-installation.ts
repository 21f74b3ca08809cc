import { Socket } from "node:net";
import { Client } from "pg";
import type { Settings } from "#api/config.ts";
import {
  type EmbeddedDatabase,
  joinEmbeddedDatabase,
  openEmbeddedDatabase,
} from "#api/postgres/embedded-database.ts";
import { type OwedAnswers, observeWrites } from "#api/postgres/owed-answers.ts";
import { readPgAddress } from "#api/postgres/read-address.ts";
import { createWorkWatch } from "#api/postgres/work-watch.ts";
import { openBackend } from "#api/storage/backend/open-backend.ts";
import type { StorageBackend } from "#api/storage/backend/storage-backend.ts";

/** The data of one installation, wherever its settings say that they are: a connection as the owner, and the files. */
export type Installation = {
  /** What people call the database in a message. */
  name: string;
  databaseUrl: string;
  client: Client;
  backend: StorageBackend;
  close(): Promise<void>;
};

/**
 * Opens the data that the settings name, beside a running server (`guest`) or with nobody else (`alone`). Throws one clear line when that is
 * not possible. The connection ends soon after `signal`, whatever it owes, and when PostgreSQL has stopped to work for it without an answer.
 */
export async function openInstallation(
  settings: Settings,
  as: "guest" | "alone",
  signal: AbortSignal,
): Promise<Installation> {
  const { dataDir, databaseUrl } = settings;
  const embedded = databaseUrl ? null : await openEmbedded(dataDir, as);
  const url = embedded?.ownerUrl ?? databaseUrl ?? "";
  const name = embedded ? `DATA_DIR ${dataDir}` : describeUrl(url);
  try {
    const client = await connect(url, name, signal);
    return {
      name,
      databaseUrl: url,
      client,
      backend: openBackend(settings),
      close: async () => {
        await leave(client);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function openEmbedded(dataDir: string, as: "guest" | "alone"): Promise<EmbeddedDatabase> {
  if (as === "guest") return joinEmbeddedDatabase(dataDir);
  return openEmbeddedDatabase(dataDir, () => undefined);
}

function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `DATABASE_URL (${host}${pathname})`;
}

const partingMs = 3_000;

/** A network that swallows everything swallows the parting, too. */
async function leave(client: Client): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), partingMs);
  await client.end().catch(() => undefined);
  clearTimeout(giveUp);
}

/** Values are written and read in one way, whatever the server's settings; and nothing ends a connection that works for an hour or waits for one. */
const session = [
  ["datestyle", "ISO, MDY"],
  ["intervalstyle", "postgres"],
  ["extra_float_digits", "3"],
  ["bytea_output", "hex"],
  ["timezone", "UTC"],
  ["search_path", ""],
  ["statement_timeout", "0"],
  ["transaction_timeout", "0"],
  ["idle_in_transaction_session_timeout", "0"],
  ["idle_session_timeout", "0"],
  ["lock_timeout", "30s"],
];

async function connect(url: string, name: string, signal: AbortSignal): Promise<Client> {
  const client = new Client({
    ...readPgAddress(url),
    application_name: "vitrina-backup",
    connectionTimeoutMillis: 10_000,
  });
  // A connection that is lost fails the query at hand, which says so; without somebody to hear it, it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} cannot be reached: ${reason}`, { cause });
  }
  await watch(client, url, signal);
  await client.query(
    `select set_config(name, wanted.value, false)
     from unnest($1::text[], $2::text[]) as wanted (setting, value)
     join pg_settings on lower(name) = wanted.setting`,
    [session.map(([setting]) => setting), session.map(([, value]) => value)],
  );
  return client;
}

const silenceMs = 10_000;

async function watch(client: Client, url: string, signal: AbortSignal): Promise<void> {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  const work = createWorkWatch(url, signal);
  work.watch(stream, followClient(client, stream), silenceMs);
  const { rows } = await client.query<{ pid: number }>("select pg_catalog.pg_backend_pid() as pid");
  work.follow(rows[0]?.pid ?? 0);
}

/** pg sends one statement at a time, so what was written is answered when PostgreSQL is ready. A COPY tolerates nobody else who reads the socket. */
function followClient({ connection }: Client, stream: Socket): Pick<OwedAnswers, "isOwed"> {
  let isOwed = false;
  observeWrites(stream, () => {
    isOwed = true;
  });
  connection.on("readyForQuery", () => {
    isOwed = false;
  });
  return { isOwed: () => isOwed };
}
