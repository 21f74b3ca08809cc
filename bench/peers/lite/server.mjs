/**
 * The peer: @supabase/lite over SQLite with the profiles and vehicles of DATABASE_URL, readable by
 * everyone.
 */
import { serve } from "@hono/node-server";
import { App } from "@supabase/lite";
import { createConnection } from "@supabase/lite/sqlite";
import pg from "pg";

const schema = `
create table public.profiles (
  id uuid primary key, full_name text, public_slug text, public_config jsonb,
  dealership_id uuid references public.profiles (id)
);
create table public.vehicles (
  id uuid primary key, user_id uuid not null references public.profiles (id), brand text,
  model text, year integer, price text, mileage integer, images jsonb, status text,
  published boolean, created_at timestamptz
);
create index vehicles_created_at_idx on public.vehicles (created_at desc);
`;

const connection = await createConnection({ url: ":memory:" });
const app = new App({
  connection,
  auth: { enabled: false },
  options: { server: { apiKeys: false } },
});
await app.connection.createMigrator(schema).migrate();
const source = new pg.Client({ connectionString: process.env.DATABASE_URL });
await source.connect();
const client = app.getClient();
for (const [table, text] of [
  [
    "profiles",
    "select id, full_name, public_slug, public_config, dealership_id from public.profiles order by dealership_id nulls first",
  ],
  [
    "vehicles",
    "select id, user_id, brand, model, year, price, mileage, to_json(images) as images, status, published, created_at from public.vehicles",
  ],
]) {
  const { rows } = await source.query(text);
  // It accepts at most 100 values in one statement.
  for (let at = 0; at < rows.length; at += 8) {
    const { error } = await client.from(table).insert(rows.slice(at, at + 8));
    if (error) throw new Error(JSON.stringify(error));
  }
}
await source.end();
serve({ fetch: (request) => app.fetch(request), hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  process.stdout.write(`ready ${port}\n`),
);
