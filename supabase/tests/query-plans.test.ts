import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeople, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  await world.sql`insert into auth.users (id, email)
    select gen_random_uuid(), n || '@example.com' from generate_series(1, 400) as n`;
  await world.sql`update public.profiles set role = 'concesionario', is_active = true,
    public_slug = 'tienda-' || split_part(email, '@', 1) where email ~ '^[0-9]+@'`;
  await world.sql`insert into public.vehicles (user_id, brand, model, year, published, created_at)
    select id, 'Kia', 'Rio', 2020, n % 3 > 0, now() - n * interval '1 minute'
    from public.profiles, generate_series(1, 50) as n where role = 'concesionario'
    order by n`;
  await world.sql`insert into public.access_requests (name, phone, email, status, decided_at)
    select 'Ana', '1', 'ana@example.com', 'approved', now() from generate_series(1, 2000)`;
  await world.sql`vacuum (analyze)`;
});
afterAll(() => world.close());

const planOf = async (actor: Actor, query: string) => {
  const rows = await world.as(actor, (sql) => sql.unsafe(`explain ${query}`));
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
};

/** Active owners are read once per list, not per row. */
const ownersReadOnce = /SubPlan \d+\n\s+->\s+Seq Scan on profiles/;

test.each([
  [
    "dealer",
    "vehicles_user_id_created_at_idx",
    "vehicles where user_id = '$dealer' order by created_at desc limit 20",
  ],
  [
    "vendedor",
    "vehicles_user_id_created_at_idx",
    "vehicles where user_id = '$dealer' order by created_at desc limit 20",
  ],
  [
    "vendedor",
    "vehicles_user_id_vin_idx",
    "(select id from private.readable_vehicles where user_id = '$dealer' and vin = 'KM8K2CAB4PU001140' and id <> '$admin' order by created_at desc limit 1) as v",
  ],
  ["admin", "vehicles_created_at_idx", "vehicles order by created_at desc limit 20"],
  ["dealer", "vehicles_pkey", "vehicles where id = '$dealer'"],
  ["anonymous", "vehicles_pkey", "vehicles where id in ('$dealer', '$admin') and published"],
  [
    "anonymous",
    "vehicles_public_idx",
    "vehicles where user_id = '$dealer' and status = 'Disponible' and published and brand_folded = 'kia' and price_amount < 20000 order by created_at desc",
  ],
  ["anonymous", "vehicles_published_idx", "vehicles order by created_at desc limit 20"],
  [
    "anonymous",
    "profiles_public_slug_key",
    "(select id from public.profiles where public_slug = 'tienda-7') as p",
  ],
  [
    "dealer",
    "vehicles_user_id_created_at_idx",
    "(select id from private.readable_vehicles where user_id = '$dealer' order by created_at desc limit 20) as v",
  ],
  [
    "vendedor",
    "vehicles_user_id_created_at_idx",
    "(select id from private.readable_vehicles where user_id = '$dealer' order by created_at desc limit 20) as v",
  ],
  [
    "dealer",
    "vehicles_pkey",
    "(select (select p.id from private.readable_profiles as p where p.id = v.user_id) as id from private.readable_vehicles as v where v.id = '$dealer') as v",
  ],
  [
    "vendedor",
    "profiles_public_slug_key",
    "(select id from private.readable_profiles where public_slug = 'tienda-7') as p",
  ],
  ["dealer", "profiles_pkey", "profiles where id = '$dealer'"],
  ["dealer", "profiles_dealership_id_idx", "profiles where dealership_id = '$dealer'"],
  [
    "admin",
    "access_requests_pending_idx",
    "access_requests where status = 'pending' order by created_at desc",
  ],
] as const)("the query of %s on %s uses its index: %s", async (role, index, query) => {
  const actor = role === "anonymous" ? role : people[role];
  const { dealer, admin } = people;
  const text = query.replace("$dealer", dealer.id).replace("$admin", admin.id);
  const plan = await planOf(
    actor,
    `select id from ${text.startsWith("(") ? text : `public.${text}`}`,
  );
  expect(plan).toContain(index);
  expect(plan.replace(ownersReadOnce, "")).not.toContain("Seq Scan");
});
