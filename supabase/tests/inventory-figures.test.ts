import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inquire } from "./support/leads.ts";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let kona: string;
let rio: string;

type Figures = { id: string; photos: number; leads: number };

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const { dealer, vendedor, otherDealer } = people;
  [kona, rio] = [
    await createVehicle(world, dealer, { published: true }),
    await createVehicle(world, dealer),
  ];
  const foreign = await createVehicle(world, otherDealer, { published: true });
  await world.sql`update public.vehicles
    set images = '{https://example.com/a.jpg,https://example.com/b.jpg}' where id = ${kona}`;
  await inquire(world, { recipient: dealer, vehicle: kona });
  await inquire(world, { recipient: vendedor, vehicle: kona, name: "Luis Mora" });
  await inquire(world, { recipient: dealer, name: "Sin vehículo" });
  await inquire(world, { recipient: otherDealer, vehicle: foreign });
});
afterAll(() => world.close());

const figuresOf = async (actor: Actor, dealership = people.dealer) => {
  const [row] = await world.as(
    actor,
    (sql) =>
      sql<
        { figures: Figures[] }[]
      >`select public.get_inventory_figures(${dealership.id}) as figures`,
  );
  return row?.figures ?? [];
};

describe("inventory figures", () => {
  test("a dealership and an administrator get the number of photos and of all leads", async () => {
    for (const actor of [people.dealer, people.admin]) {
      const figures = await figuresOf(actor);
      expect(figures).toHaveLength(2);
      expect(figures).toContainEqual({ id: kona, photos: 2, leads: 2 });
      expect(figures).toContainEqual({ id: rio, photos: 0, leads: 0 });
    }
  });

  test("a salesperson gets the number of their own leads only", async () => {
    const colleague = await createPerson(world, "vendedor", { dealership: people.dealer });
    const leadsFor = async (actor: Actor) =>
      (await figuresOf(actor)).find(({ id }) => id === kona)?.leads;
    expect(await leadsFor(people.vendedor)).toBe(1);
    expect(await leadsFor(colleague)).toBe(0);
  });

  test("another dealership gets no figures, and a visitor is rejected", async () => {
    expect(await figuresOf(people.otherDealer)).toEqual([]);
    expect(await figuresOf(people.otherVendedor)).toEqual([]);
    await expect(figuresOf("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("a dealership's query cost depends on its own leads, not the platform's", async () => {
    const { dealer, otherDealer } = people;
    await world.sql`
      insert into public.vehicles (user_id, brand, model, year)
      select ${otherDealer.id}, 'Kia', 'Soul', 2020 from generate_series(1, 2000)`;
    await world.sql`
      insert into public.leads
        (kind, recipient_id, dealership_id, name, email, vehicle_id, vehicle_title)
      select 'vehicle_inquiry', ${otherDealer.id}, ${otherDealer.id}, 'Ana', 'ana@example.com',
        vehicle.id, 'Kia Soul 2020'
      from public.vehicles as vehicle, generate_series(1, 10)
      where vehicle.user_id = ${otherDealer.id}`;
    await world.sql`vacuum analyze public.leads, public.vehicles`;
    const rows = await world.sql<{ body: string }[]>`select prosrc as body from pg_proc
      where proname = 'get_inventory_figures'`;
    const body = rows[0]?.body.replaceAll("p_dealership_id", `'${dealer.id}'::uuid`) ?? "";
    const plan = await world.as(dealer, (sql) => sql.unsafe(`explain ${body}`));
    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text).toMatch(/leads_dealership_(id|state)_idx/);
    expect(text).toContain("vehicles_user_id_created_at_idx");
    expect(text).not.toContain("Seq Scan");
  });
});
