import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeople, type People } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const { dealer, vendedor, otherDealer } = people;
  await world.sql`
    insert into public.leads (kind, recipient_id, dealership_id, name, email, state, created_at)
    select 'general_inquiry', case when n % 50 = 0 then ${vendedor.id}::uuid when n % 10 = 0 then ${dealer.id}::uuid else ${otherDealer.id}::uuid end,
      case when n % 10 = 0 then ${dealer.id}::uuid else ${otherDealer.id}::uuid end, 'Ana', 'ana@example.com',
      case when n % 7 = 0 then 'Nuevo' else 'Perdido' end, now() - n * interval '1 minute'
    from generate_series(1, 20000) as n`;
  await world.sql`vacuum analyze public.leads`;
});
afterAll(() => world.close());

const newestFirst = "order by created_at desc, id desc limit 30";

test.each([
  ["dealer", "leads_dealership_id_idx", `dealership_id = '$dealer' ${newestFirst}`],
  [
    "dealer",
    "leads_dealership_state_idx",
    `dealership_id = '$dealer' and state = 'Nuevo' ${newestFirst}`,
  ],
  ["vendedor", "leads_recipient_id_idx", `recipient_id = '$vendedor' ${newestFirst}`],
  [
    "vendedor",
    "leads_recipient_state_idx",
    `recipient_id = '$vendedor' and state = 'Nuevo' ${newestFirst}`,
  ],
  ["admin", "leads_created_at_idx", `true ${newestFirst}`],
  ["dealer", "leads_pkey", "id = '$dealer'"],
] as const)("a page of leads of %s is read with the index %s: %s", async (role, index, wanted) => {
  const { dealer, vendedor } = people;
  const filter = wanted.replace("$dealer", dealer.id).replace("$vendedor", vendedor.id);
  const rows = await world.as(people[role], (sql) =>
    sql.unsafe(`explain select * from public.leads where ${filter}`),
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});
