import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPgAddress } from "#backend/postgres/read-address.ts";
import { renderDatabaseTypes } from "../../scripts/render-database-types.ts";
import { createPeople } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const names = async (rows: Promise<{ name: string }[]>) => (await rows).map(({ name }) => name);

test("every table has row security", async () => {
  const rows = world.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relrowsecurity
      and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)`;
  expect(await names(rows)).toEqual([]);
});

test("only three views, with public data, bypass row security", async () => {
  const rows = world.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('v', 'm') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(c.reloptions @> array['security_invoker=true'], false)`;
  const bypassing = [
    "private.active_owners",
    "private.foreign_profiles",
    "private.foreign_vehicles",
  ];
  expect((await names(rows)).toSorted()).toEqual(bypassing);
  const grants = await world.sql`
    select c.oid::regclass::text as view, r.rolname::text as role, privilege
    from pg_class c, pg_roles r, unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where c.oid = any(${bypassing}::text[]::regclass[])
      and r.rolname in ('anon', 'authenticated', 'service_role')
      and has_table_privilege(r.oid, c.oid, privilege)
    order by 1`;
  expect([...grants]).toEqual([
    { view: "private.active_owners", role: "anon", privilege: "select" },
    { view: "private.foreign_profiles", role: "authenticated", privilege: "select" },
    { view: "private.foreign_vehicles", role: "authenticated", privilege: "select" },
  ]);
});

test("API roles cannot write a view: they lack the privilege", async () => {
  const views = await world.sql<{ view: string; column: string; writable: boolean }[]>`
    select c.oid::regclass::text as view,
      (select attname from pg_attribute where attrelid = c.oid and attnum = 1) as column,
      exists (
        select from unnest(array['anon', 'authenticated', 'service_role']) as role,
          unnest(array['insert', 'update', 'delete', 'truncate']) as privilege
        where has_table_privilege(role, c.oid, privilege)) as writable
    from pg_class c
    where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace order by 1`;
  expect(views.map(({ view }) => view)).toContain("sales");
  const { dealer, vendedor, admin } = await createPeople(world);
  for (const { view, column, writable } of views) {
    expect(writable, view).toBe(false);
    const writes = [
      `insert into public.${view} default values`,
      `insert into public.${view} (${column}) values (null)
        on conflict (${column}) do update set ${column} = null`,
      `update public.${view} set ${column} = null`,
      `delete from public.${view}`,
    ];
    for (const actor of ["anonymous", "service", dealer, vendedor, admin] as const) {
      for (const write of writes) {
        const written = world.as(actor, (sql) => sql.unsafe(write));
        await expect(written, write).rejects.toMatchObject({ code: "42501" });
      }
    }
  }
});

test("signed-in people read null in columns of public rows that visitors cannot read", async () => {
  for (const table of ["profiles", "vehicles"]) {
    const columns = await world.sql<{ name: string; type: string; visitors: boolean }[]>`
      select attname::text as name, format_type(atttypid, null) as type,
        has_column_privilege('anon', attrelid, attnum, 'select') as visitors
      from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      order by attnum`;
    for (const view of [`private.foreign_${table}`, `private.readable_${table}`]) {
      const shown = await world.sql`
        select attname::text as name, format_type(atttypid, null) as type from pg_attribute
        where attrelid = ${view}::regclass and attnum > 0 order by attnum`;
      expect([...shown], view).toEqual(columns.map(({ name, type }) => ({ name, type })));
    }
    const [row] = await world.sql<{ definition: string }[]>`
      select pg_get_viewdef(${`private.foreign_${table}`}::regclass) as definition`;
    const masked = [...(row?.definition ?? "").matchAll(/NULL::[a-z ]+ AS (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(masked).toEqual(columns.filter(({ visitors }) => !visitors).map(({ name }) => name));
  }
});

test("every policy names its roles and reads the caller once per statement", async () => {
  const rows = await world.sql`
    select tablename || '.' || policyname as name, roles::text[], cmd, concat(qual, ' ', with_check) as text
    from pg_policies where schemaname in ('public', 'storage')`;
  expect(rows.length).toBeGreaterThan(20);
  for (const { name, roles, cmd, text } of rows) {
    expect(roles, name).not.toContain("public");
    expect(cmd, name).not.toBe("ALL");
    expect(name, name).toMatch(/_(select|insert|update|delete)_[a-z]+$/);
    expect(text.replaceAll(/SELECT (auth|private)\.\w+\(/g, ""), name).not.toMatch(
      /auth\.uid\(|private\.(is_admin|my_\w+|is_proven)\(/,
    );
  }
});

test("every function sets search_path or has a bound body", async () => {
  const rows = world.sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosqlbody is null
      and not coalesce(p.proconfig @> array['search_path=""'], false)`;
  expect(await names(rows)).toEqual([]);
});

test("no function is executable by public", async () => {
  const rows = world.sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)`;
  expect(await names(rows)).toEqual([]);
});

test("nothing in a visitor's read of a table depends on request headers", async () => {
  const rows = await world.sql<{ name: string; isRead: boolean }[]>`
    with recursive texts (name, words, is_read) as materialized (
      select proname::text, coalesce(pg_get_function_sqlbody(oid), prosrc),
        pronargs = 1 and pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')
      from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select relname::text, pg_get_viewdef(oid), has_any_column_privilege('anon', oid, 'select')
      from pg_class where relkind = 'v' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select polname::text, pg_get_expr(polqual, polrelid), polroles && array[0::oid, to_regrole('anon')::oid]
      from pg_policy where polcmd in ('r', '*')
    ),
    listeners as (
      select name, is_read from texts where words ~ 'request\\.(?!jwt)'
      union
      select t.name, t.is_read from texts t join listeners l on strpos(t.words, l.name || '(') > 0
    )
    select name, is_read as "isRead" from listeners order by name`;
  expect(rows.map(({ name }) => name)).toContain("record_vehicle_view");
  expect(rows.filter(({ isRead }) => isRead)).toEqual([]);
});

test("a visitor cannot execute a newly created function", async () => {
  await world.sql`create function public.made_tomorrow() returns int language sql as 'select 1'`;
  await expect(
    world.as("anonymous", (sql) => sql`select public.made_tomorrow()`),
  ).rejects.toMatchObject({ code: "42501" });
  await world.sql`drop function public.made_tomorrow()`;
});

test("a visitor may execute exactly these API functions", async () => {
  const rows = world.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute') order by 1`;
  expect(await names(rows)).toEqual([
    "admin_exists",
    "find_moved_slug",
    "get_listing_choices",
    "get_similar_vehicles",
    "get_sitemap_size",
    "get_sitemap_vehicles",
    "get_vehicle_units",
    "record_contact_tap",
    "record_vehicle_view",
    "search_listing",
    "stop_weekly_mail",
  ]);
});

test("signed-in people may execute every function that visitors may", async () => {
  const rows = world.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('anon', p.oid, 'execute')
      and not has_function_privilege('authenticated', p.oid, 'execute')`;
  expect(await names(rows)).toEqual([]);
});

test("a visitor may read exactly these columns and cannot write any", async () => {
  const rows = await world.sql`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as all,
      array_agg(a.attname::text order by a.attname) filter (where has_column_privilege('anon', c.oid, a.attnum, 'select')) as readable,
      bool_or(has_column_privilege('anon', c.oid, a.attnum, 'insert') or has_column_privilege('anon', c.oid, a.attnum, 'update')
        or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate')) as writable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`;
  expect(rows.every(({ writable }) => !writable)).toBe(true);
  const readable = Object.fromEntries(rows.map((row) => [row.table, row.readable]));
  expect(readable.profiles).toEqual([
    "dealership_id",
    "full_name",
    "id",
    "public_config",
    "public_slug",
    "role",
    "verified_domain",
  ]);
  const columns: string[] = rows.find(({ table }) => table === "vehicles")?.all;
  const hidden = ["updated_at", "views"];
  expect(columns).toEqual(expect.arrayContaining(hidden));
  expect(readable.vehicles).toEqual(columns.filter((column) => !hidden.includes(column)));
  expect(readable.access_requests).toBeNull();
  expect(readable.audit_log).toBeNull();
  expect(readable.vehicle_views).toBeNull();
});

test("API roles cannot access tables in auth and private", async () => {
  const rows = world.sql<{ name: string }[]>`
    select r || ' ' || c.oid::regclass::text as name
    from pg_class c, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as r
    where c.relkind = 'r' and c.relnamespace in ('auth'::regnamespace, 'private'::regnamespace)
      and has_table_privilege(r, c.oid, 'select, insert, update, delete, truncate')`;
  expect(await names(rows)).toEqual([]);
});

test("every foreign key has an index that begins with it", async () => {
  const rows = world.sql<{ name: string }[]>`
    select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`;
  expect(await names(rows)).toEqual([]);
});

test("the API is notified of schema changes", async () => {
  const heard: string[] = [];
  const listener = new Client(readPgAddress(world.ownerUrl));
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.query("listen pgrst");
  await world.sql`create table public.news (id int)`;
  await world.sql`drop table public.news`;
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
  expect(new Set(heard)).toEqual(new Set(["reload schema"]));
  await listener.end();
});

test("the generated types match the migrations", async () => {
  const written = await readFile(
    new URL("../../contract/database.types.ts", import.meta.url),
    "utf8",
  );
  expect(written).toBe(await renderDatabaseTypes(world.sql));
});
