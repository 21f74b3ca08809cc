import { Client } from "pg";
import {
  type EmbeddedDatabase,
  joinEmbeddedDatabase,
  openEmbeddedDatabase,
} from "#backend/postgres/embedded/embedded-database.ts";
import { endSoonAfter } from "#backend/postgres/lock-holder.ts";
import { within } from "#backend/postgres/pool.ts";
import { readPgAddress } from "#backend/postgres/read-address.ts";
import type { Settings } from "#backend/settings.ts";
import { openBackend } from "#backend/storage/stores/open-backend.ts";
import type { StorageBackend } from "#backend/storage/stores/storage-backend.ts";

/**
 * The data of one installation, wherever its settings say that they are: a connection as the owner,
 * and the files.
 */
export type Installation = {
  /** What people call the database in a message. */
  name: string;
  product: string;
  databaseUrl: string;
  client: Client;
  backend: StorageBackend;
  close(): Promise<void>;
};

/**
 * Opens the data that the settings name, beside a running server (`guest`) or with nobody else
 * (`alone`). Throws one clear line when that is not possible. The connection ends soon after
 * `signal`, whatever is under way.
 */
export async function openInstallation(
  settings: Settings,
  as: "guest" | "alone",
  signal: AbortSignal,
): Promise<Installation> {
  const { dataDir, databaseUrl } = settings;
  const embedded = databaseUrl ? null : await openEmbedded(settings, as);
  const url = embedded?.ownerUrl ?? databaseUrl ?? "";
  const name = embedded ? `DATA_DIR ${dataDir}` : describeUrl(url);
  try {
    const client = await connect(url, { name, product: settings.name, signal });
    return {
      name,
      product: settings.name,
      databaseUrl: url,
      client,
      backend: openBackend(settings),
      close: async () => {
        // A network that swallows everything swallows the parting, too.
        await within(partingMs, client.end());
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function openEmbedded(settings: Settings, as: "guest" | "alone"): Promise<EmbeddedDatabase> {
  if (as === "guest") return joinEmbeddedDatabase(settings);
  return openEmbeddedDatabase(settings, () => undefined);
}

function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `DATABASE_URL (${host}${pathname})`;
}

const partingMs = 3_000;

/**
 * Values are written and read in one way, whatever the server's settings; and nothing ends a
 * connection that works for an hour or waits for one.
 */
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

type Connecting = { name: string; product: string; signal: AbortSignal };

async function connect(url: string, { name, product, signal }: Connecting): Promise<Client> {
  const client = new Client({
    ...readPgAddress(url),
    application_name: `${product.toLowerCase()}-backup`,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that is lost fails the query at hand, which says so; without somebody to hear it,
  // it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} cannot be reached: ${reason}`, { cause });
  }
  endSoonAfter(signal, client);
  await client.query(
    `select set_config(name, wanted.value, false)
     from unnest($1::text[], $2::text[]) as wanted (setting, value)
     join pg_settings on lower(name) = wanted.setting`,
    [session.map(([setting]) => setting), session.map(([, value]) => value)],
  );
  return client;
}
