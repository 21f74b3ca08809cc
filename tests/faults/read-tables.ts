import type { Sql } from "#backend/postgres/sql.ts";

/** Every table of an installation with its row count and a hash of its rows. */
export async function readTables(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage', 'private', 'public') and c.relkind = 'r' and c.relpersistence = 'p'`;
  const rows: [string, string][] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ rows: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as rows from ${name} t`,
    );
    rows.push([name, row?.rows ?? ""]);
  }
  return Object.fromEntries(rows);
}
