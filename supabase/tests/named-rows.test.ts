import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
});
afterAll(() => world.close());

/** Creates one private row of each kind in a dealership; returns ids by table. */
async function hideRows(): Promise<Record<string, string>> {
  const { sql } = world;
  const { dealer } = people;
  const vehicle = await createVehicle(world, dealer);
  const sold = await createVehicle(world, dealer, { status: "Vendido" });
  const salesperson = await createPerson(world, "vendedor", { dealership: dealer });
  await sql`update public.profiles set public_slug = null where id = ${salesperson.id}`;
  const inactive = await createPerson(world, "vendedor", { dealership: dealer, active: false });
  const idOf = async (rows: Promise<Record<string, unknown>[]>) => String((await rows)[0]?.id);
  return {
    vehicle,
    sold,
    salesperson: salesperson.id,
    inactive: inactive.id,
    session: salesperson.sessionId,
    lead: await idOf(sql`insert into public.leads (kind, recipient_id, dealership_id, name, email)
      values ('general_inquiry', ${salesperson.id}, ${dealer.id}, 'Carla', 'c@example.com')
      returning id`),
    tap: await idOf(sql`insert into public.contact_taps
        (seller_id, dealership_id, vehicle_id, channel, codes, visitor)
      values (${salesperson.id}, ${dealer.id}, ${vehicle}, 'call', '{ABCDEF}', 'x') returning id`),
    deal: await idOf(sql`select id from public.deals where vehicle_id = ${sold}`),
    cost: await idOf(sql`insert into public.vehicle_costs (vehicle_id, label, amount)
      values (${vehicle}, 'Llantas', 120) returning id`),
    sheet: await idOf(sql`insert into public.vehicle_imports (dealership_id, created_by)
      values (${dealer.id}, ${dealer.id}) returning id`),
  };
}

type Argument = { name: string; type: string; isOptional: boolean };
type Routine = { name: string; args: Argument[] };

async function routinesOf(role: "anon" | "authenticated"): Promise<Routine[]> {
  return world.sql<Routine[]>`
    select proname as name, (
      select coalesce(jsonb_agg(jsonb_build_object('name', proargnames[n],
        'type', format_type(type, null), 'isOptional', n > pronargs - pronargdefaults) order by n), '[]')
      from unnest(proargtypes) with ordinality as a (type, n)) as args
    from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege(${role}, oid, 'execute')
    order by 1`;
}

/** How an argument of each type refers to a row. */
const naming: Record<string, (id: string) => string> = {
  uuid: (id) => id,
  "uuid[]": (id) => `{${id}}`,
  text: (id) => id,
  jsonb: (id) => JSON.stringify({ [id]: ["https://photos.example/a.jpg"] }),
};

/** Values for the other arguments; ids are the caller's own. */
const samples: Record<string, string> = {
  date: "2020-05-05",
  "timestamp with time zone": "2020-05-05",
  boolean: "true",
  text: "call",
  "text[]": "{}",
  jsonb: "{}",
};

type Call = { title: string; write(id: string): string };

/** Calls of a function with a row's id in each argument, with and without the optional ones. */
function callsOf({ name, args }: Routine, ownId: string): Call[] {
  return args
    .filter(({ type }) => naming[type])
    .flatMap((named) =>
      [false, true].map((isWhole) => ({
        title: `${name}(${named.name})`,
        write: (id: string) => {
          const given = args
            .filter((other) => other === named || isWhole || !other.isOptional)
            .map((other) => {
              const sample = other.type === "uuid" ? ownId : (samples[other.type] ?? "1");
              const value = other === named ? naming[other.type]?.(id) : sample;
              return `${other.name} => '${value}'::${other.type}`;
            });
          return `select * from public.${name}(${given.join(", ")})`;
        },
      })),
    );
}

class RolledBack extends Error {}
const Refusal = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });

/** The result of a call, without `id` and timestamps. Rolls back its effects. */
async function answerTo(actor: Actor, statement: string, id: string): Promise<string> {
  let answer: unknown;
  await world
    .as(actor, async (sql) => {
      answer = await sql.unsafe(statement).catch((error) => Refusal.parse(error));
      throw new RolledBack();
    })
    .catch((error) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return JSON.stringify(answer)
    .replaceAll(id, "id")
    .replaceAll(/"updated_at":"[^"]+"/g, "");
}

test("an outsider gets the same response for a hidden row as for an unknown one", async () => {
  const hidden = Object.entries(await hideRows());
  const { otherDealer, otherVendedor } = people;
  const outsiders = [
    { actor: "anonymous" as const, routines: await routinesOf("anon") },
    { actor: otherDealer, routines: await routinesOf("authenticated") },
    { actor: otherVendedor, routines: await routinesOf("authenticated") },
  ];
  const told: string[] = [];
  let compared = 0;
  for (const { actor, routines } of outsiders) {
    for (const { title, write } of routines.flatMap((one) => callsOf(one, otherDealer.id))) {
      const unknown = randomUUID();
      const expected = await answerTo(actor, write(unknown), unknown);
      for (const [kind, id] of hidden) {
        const answer = await answerTo(actor, write(id), id);
        compared += 1;
        if (answer !== expected) told.push(`${title} tells of ${kind}: ${answer}`);
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
  expect(told).toEqual([]);
});

test("a dealer cannot read the new name of a vehicle or salesperson that left", async () => {
  const { sql } = world;
  const { dealer, otherDealer } = people;
  const left = await createPerson(world, "vendedor", { dealership: dealer });
  const vehicle = await createVehicle(world, dealer, { published: true });
  await sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, vehicle_id,
      vehicle_title, name, email)
    values ('vehicle_inquiry', ${left.id}, ${dealer.id}, 'Luis', ${vehicle}, 'Kona', 'Carla',
      'c@example.com')`;
  const [tap] = await sql<{ id: string }[]>`insert into public.contact_taps
      (seller_id, dealership_id, vehicle_id, channel, codes, visitor)
    values (${left.id}, ${dealer.id}, ${vehicle}, 'call', '{ABCDEG}', 'y') returning id`;
  await sql`update public.vehicles set user_id = ${otherDealer.id}, model = 'Secreto'
    where id = ${vehicle}`;
  await sql`update public.profiles set dealership_id = ${otherDealer.id}, full_name = 'Secreto'
    where id = ${left.id}`;

  const rows = [
    "select * from public.get_seller_board()",
    "select * from public.get_tapped_vehicles()",
    ...["leads", "taps", "deals", "costs", "prices"].map((part) => `select take_rows('${part}')`),
    "select * from public.lot",
    "select * from public.leads",
  ];
  for (const statement of rows) {
    expect(await answerTo(dealer, statement, "")).not.toContain("Secreto");
  }
  const [made] = await world.as(
    dealer,
    (own) => own<{ id: string }[]>`select public.make_tap_lead(${tap?.id ?? ""}) as id`,
  );
  expect(
    await sql`select recipient_id, vehicle_title from public.leads where id = ${made?.id ?? ""}`,
  ).toEqual([{ recipient_id: dealer.id, vehicle_title: null }]);
});
