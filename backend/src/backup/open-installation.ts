import { Client } from "pg";
import {
  type EmbeddedDatabase,
  joinEmbeddedDatabase,
  openEmbeddedDatabase,
} from "../postgres/embedded/embedded-database.ts";
import { closeAfterAbort } from "../postgres/lock-holder.ts";
import { readAppliedVersions } from "../postgres/migrations.ts";
import { waitAtMost } from "../postgres/pool.ts";
import { readPgAddress } from "../postgres/read-address.ts";
import type { Settings } from "../settings.ts";
import { openBackend } from "../storage/stores/open-backend.ts";
import type { StorageBackend } from "../storage/stores/storage-backend.ts";

/** The database and files of one installation, from its settings. */
export type Installation = {
  name: string;
  product: string;
  databaseUrl: string;
  client: Client;
  backend: StorageBackend;
  close(): Promise<void>;
};

/**
 * Opens an installation beside a running server (`guest`) or exclusively (`alone`). Closes soon
 * after `signal` aborts.
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
        // On a network that drops packets, the goodbye never arrives either.
        await waitAtMost(closeTimeoutMs, client.end());
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

const closeTimeoutMs = 3_000;

/** Values have one format everywhere, and no timeout ends a connection that works for an hour. */
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
  // A lost connection already fails the current query. Without a listener, the event would end the
  // process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} cannot be reached: ${reason}`, { cause });
  }
  closeAfterAbort(signal, client);
  await client.query(
    `select set_config(name, wanted.value, false)
     from unnest($1::text[], $2::text[]) as wanted (setting, value)
     join pg_settings on lower(name) = wanted.setting`,
    [session.map(([setting]) => setting), session.map(([, value]) => value)],
  );
  return client;
}

const minServerVersion = 150_000;

/**
 * Throws unless the database is empty, or has an empty schema no newer than the backup's, and no
 * server is using it.
 */
export async function requireEmpty({ client, name, product }: Installation, versions: string[]) {
  const servers = [product.toLowerCase(), `${product.toLowerCase()}-mail`];
  const { rows } = await client.query<State>(stateQuery, [servers]);
  const state = rows[0];
  if (!state) throw new Error(`${name} did not answer.`);
  if (state.server < minServerVersion) {
    throw new Error(
      `${name} is PostgreSQL ${Math.floor(state.server / 10_000)}; 15 or newer is needed.`,
    );
  }
  if (state.running) throw new Error(`${name} is in use by a running ${product}. Stop it first.`);
  if (!state.prepared) {
    if (state.tables > 0) throw new Error(`${name} is not empty: it holds ${state.tables} tables.`);
    return;
  }
  await requireNothingStored(client, name);
  await requireNoNewerMigration({ client, name, product }, versions);
}

type State = { server: number; running: boolean; prepared: boolean; tables: number };

const stateQuery = `
  select current_setting('server_version_num')::integer as server,
    exists (
      select from pg_catalog.pg_stat_activity
      where datname = current_database() and application_name = any ($1)
    ) as running,
    to_regclass('supabase_migrations.schema_migrations') is not null as prepared,
    (
      select count(*)::integer from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'private')
    ) as tables`;

/** Throws a one-line message if there are accounts or files. */
export async function requireNothingStored(client: Client, name: string): Promise<void> {
  const accounts = await countRows(client, "auth.users");
  const files = await countRows(client, "storage.objects");
  if (accounts === 0 && files === 0) return;
  throw new Error(
    `${name} is not empty: it holds ${accounts} accounts and ${files} files. Restore into an empty one.`,
  );
}

async function countRows(client: Client, table: string): Promise<number> {
  const known = await client.query<{ found: boolean }>(
    "select to_regclass($1) is not null as found",
    [table],
  );
  if (!known.rows[0]?.found) return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}

/** Throws a one-line message if a migration is applied that the backup does not know. */
export async function requireNoNewerMigration(
  { client, name, product }: Pick<Installation, "client" | "name" | "product">,
  versions: string[],
): Promise<void> {
  const applied = await readAppliedVersions(client);
  const newer = applied.findLast(
    (version) => !versions.includes(version) && version > (versions[0] ?? ""),
  );
  if (!newer) return;
  throw new Error(
    `${name} was prepared by a newer ${product} than the backup's (migration ${newer}). Restore into a new one.`,
  );
}
