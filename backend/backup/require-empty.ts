import type { Client } from "pg";
import { readAppliedVersions } from "#backend/postgres/migrations.ts";
import type { Installation } from "./open-installation.ts";

const oldestServer = 150_000;

/**
 * Throws one clear line unless a backup with these migrations may go here: into a database that is
 * empty, or that a version no newer than the backup's has prepared, in which nobody has an account
 * and nothing is stored; and nothing else is at work on it.
 */
export async function requireEmpty(
  { client, name, product }: Installation,
  versions: string[],
): Promise<void> {
  const servers = [product.toLowerCase(), `${product.toLowerCase()}-mail`];
  const { rows } = await client.query<State>(stateQuery, [servers]);
  const state = rows[0];
  if (!state) throw new Error(`${name} did not answer.`);
  if (state.server < oldestServer) {
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

/** Throws one clear line when somebody has an account or something is stored. */
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

/** Throws one clear line when a migration was applied that the backup does not know. */
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
