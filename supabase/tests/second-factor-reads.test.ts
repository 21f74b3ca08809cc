import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPeople,
  createVehicle,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

/** Everyone has a factor, and every table has a private row of another person. */
beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const { sql } = world;
  const { admin, dealer, vendedor } = people;
  const vehicle = await createVehicle(world, dealer);
  await sql`insert into public.vehicle_views (vehicle_id, day, visitor)
    values (${vehicle}, current_date, 'x')`;
  await sql`insert into public.contact_taps 
      (seller_id, dealership_id, vehicle_id, channel, codes, visitor)
    values (${vendedor.id}, ${dealer.id}, ${vehicle}, 'call', '{K7Q2MX}', 'x')`;
  await sql`insert into public.access_requests (name, phone, email)
    values ('Ana', '1', 'ana@example.com')`;
  await sql`insert into public.audit_log 
      (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (${admin.id}, ${dealer.id}, 'update', 'vehicles', ${vehicle}, '{}')`;
  await sql`insert into public.leads 
      (kind, recipient_id, dealership_id, recipient_name, name, email)
    values ('general_inquiry', ${vendedor.id}, ${dealer.id}, 'Ana', 'Eva', 'eva@example.com')`;
  await sql`insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    values (${dealer.id}, ${dealer.sessionId}, 'https://fcm.googleapis.com/x',
      ${`B${"A".repeat(86)}`}, ${"A".repeat(22)})`;
  await sql`insert into public.price_changes (vehicle_id, new_price) values (${vehicle}, '9000')`;
  await sql`insert into public.lead_turns (id) values (${dealer.id})`;
  await sql`insert into public.figure_viewers (id, dealership_id)
    values (${vendedor.id}, ${dealer.id})`;
  await sql`insert into public.vehicle_figures (id, cost) values (${vehicle}, 9000)`;
  await sql`insert into public.vehicle_costs (vehicle_id, label, amount)
    values (${vehicle}, 'Llantas', 400)`;
  await sql`insert into public.deals (dealership_id, vehicle_title, kind)
    values (${dealer.id}, 'Hyundai Kona', 'Venta')`;
  await sql`with import as (
      insert into public.vehicle_imports (id, dealership_id, created_by)
      values (gen_random_uuid(), ${dealer.id}, ${dealer.id}) returning id)
    insert into public.vehicle_import_rows (import_id, n, vehicle_id, columns)
    select id, 1, ${vehicle}, '{}' from import`;
  await sql`insert into public.photo_imports
      (id, dealership_id, created_by, photos, photo_count, vehicle_count)
    values (gen_random_uuid(), ${dealer.id}, ${dealer.id}, '{}', 0, 0)`;
  await sql`insert into storage.objects (bucket_id, name) values
    ('vehicle_images', ${`${dealer.id}/1-a.jpg`}), ('dealership_logos', ${`${dealer.id}/logo_1`}),
    ('dealership_logos', ${`${vendedor.id}/logo_1`})`;
  await sql`insert into private.outgoing_mail (template, recipient, data, state)
    values ('lead', 'eva@example.com', '{}', 'dead')`;
  for (const person of [admin, dealer, vendedor]) await verifyFactor(world, person);
});
afterAll(() => world.close());

const proved = (person: Person): Person => ({ ...person, aal: "aal2" });
/** An administrator reads these only in a dealership's name or for their own imports. */
const ofDealership = [
  "deals",
  "get_seller_board",
  "photo_imports",
  "push_subscriptions",
  "take_rows",
  "vehicle_costs",
  "vehicle_figures",
  "vehicle_imports",
  "vehicle_import_rows",
];
const readerOf = (name: string) => (ofDealership.includes(name) ? people.dealer : people.admin);
const staff = (): Person[] => [people.admin, people.dealer, people.vendedor];

/** Tables that signed-in people may read. */
const readableTables = () => world.sql<{ name: string }[]>`
  select distinct c.oid::regclass::text as name
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where 'authenticated'::regrole = any(p.polroles) and p.polcmd in ('r', '*') order by 1`;

const readRows = (who: Person, table: string) =>
  world.as(who, async (sql) => {
    const [columns] = await sql.unsafe<{ names: string }[]>(`
      select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
        and has_column_privilege(attrelid, attnum, 'select')`);
    return sql.unsafe(`select ${columns?.names} from ${table}`);
  });

type Reader = { name: string; args: string[] };

/**
 * Functions that read for signed-in people but not for visitors. Immutable ones read nothing, nor
 * does account_text, which is stable only to be inlined.
 */
const readingFunctions = () => world.sql<Reader[]>`
  select p.oid::regproc::text as name,
    array(select format('%s %s', coalesce(p.proargnames[n], ''), format_type(t, null))
      from unnest(p.proargtypes) with ordinality as a (t, n)
      where n <= p.pronargs - p.pronargdefaults order by n) as args
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.provolatile = 's'
    and p.proname <> 'account_text'
    and has_function_privilege('authenticated', p.oid, 'execute')
    and not has_function_privilege('anon', p.oid, 'execute')
  order by 1`;

/** An id for every argument: for the team the person's dealership, otherwise a foreign id. */
function writeArgument(arg: string): string {
  const { dealer, otherVendedor } = people;
  if (arg === "p_dealership_id uuid") return `'${dealer.id}'`;
  if (arg.endsWith(" uuid")) return `'${otherVendedor.id}'`;
  if (arg === "p_hashes text[]") return "'{}'";
  if (arg === "p_part text") return "'leads'";
  if (arg.endsWith(" profiles"))
    return `(select p from public.profiles p where id = '${dealer.id}')`;
  throw new Error(`What is given for "${arg}"?`);
}

const callFunction = (who: Person, { name, args }: Reader) =>
  world.as(who, (sql) =>
    sql.unsafe(`select r from ${name}(${args.map(writeArgument).join(", ")}) as r`),
  );

describe("threat 24: a person who signed in with the password alone", () => {
  test("reads only their own profile while the factor is unproved", async () => {
    const tables = await readableTables();
    expect(tables.length).toBeGreaterThan(6);
    for (const { name } of tables) {
      for (const who of staff()) {
        const ids = (await readRows(who, name)).map(({ id }) => id);
        expect(ids, `${name} at aal1`).toEqual(name === "profiles" ? [who.id] : []);
      }
      expect(
        (await readRows(proved(readerOf(name)), name)).length,
        `${name} at aal2`,
      ).toBeGreaterThan(0);
    }
  });

  test("gets no data from any reading function", async () => {
    const functions = await readingFunctions();
    expect(functions.length).toBeGreaterThan(8);
    for (const reader of functions) {
      for (const who of staff()) {
        const told = await callFunction(who, reader).then(
          (rows) => rows.filter(({ r }) => (Array.isArray(r) ? r.length > 0 : r !== null)),
          ({ code, hint }) => ({ code, hint }),
        );
        expect(
          [[], { code: "42501", hint: "insufficient_aal" }],
          `${reader.name} at aal1`,
        ).toContainEqual(told);
      }
      expect(
        (await callFunction(proved(readerOf(reader.name)), reader)).length,
        `${reader.name} at aal2`,
      ).toBeGreaterThan(0);
    }
  });

  test("gets only their own profile from get_user_profile_by_id", async () => {
    const read = (who: Person, whom: Person) =>
      world.as(who, (sql) => sql`select id from public.get_user_profile_by_id(${whom.id})`);
    for (const who of staff()) {
      expect([...(await read(who, who))]).toEqual([{ id: who.id }]);
    }
    const refused = { code: "42501", hint: "insufficient_aal" };
    await expect(read(people.dealer, people.vendedor)).rejects.toMatchObject(refused);
    await expect(read(people.admin, people.dealer)).rejects.toMatchObject(refused);
    expect([...(await read(proved(people.dealer), people.vendedor))]).toEqual([
      { id: people.vendedor.id },
    ]);
  });

  test("is rejected if the token claims a higher level than its session", async () => {
    const { dealer } = people;
    await world.sql`update auth.sessions set aal = 'aal1' where id = ${dealer.sessionId}`;
    const read = readRows(proved(dealer), "vehicles");
    await expect(read).rejects.toMatchObject({ code: "PT401" });
    await world.sql`update auth.sessions set aal = 'aal2' where id = ${dealer.sessionId}`;
    expect(await readRows(proved(dealer), "vehicles")).toHaveLength(1);
  });

  test("is not counted as a visitor of their own dealership's vehicle", async () => {
    const { dealer, otherDealer } = people;
    const id = await createVehicle(world, dealer, { published: true });
    const visit = (who: Person, address: string) =>
      world.as(who, (sql) => sql`select public.record_vehicle_view(${id})`, {
        "x-client-ip": address,
      });
    for (const [n, who] of staff().entries()) await visit(who, `192.0.2.${n}`);
    const views = async () =>
      (await world.sql`select views from public.vehicles where id = ${id}`)[0]?.views;
    expect(await views()).toBe(0);
    await visit(otherDealer, "192.0.2.9");
    expect(await views()).toBe(1);
  });
});

test("no select policy depends on is_active alone", async () => {
  const rows = await world.sql<{ name: string }[]>`
    select tablename || '.' || policyname as name from pg_policies
    where cmd in ('SELECT', 'ALL') and qual like '%private.is_active(%'`;
  expect(rows.map(({ name }) => name)).toEqual([]);
});
