import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "#backend/postgres/sql.ts";
import { createPeople, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

type Car = { brand?: string; price?: string | null; status?: string; published?: boolean };

/** A published vehicle of the dealership, by its model. */
async function offer(model: string, car: Car = {}, owner = people.dealer): Promise<string> {
  const { brand = "Kia", price = null, status = "Disponible", published = true } = car;
  const id = await createVehicle(world, owner, { published });
  await world.sql`update public.vehicles
    set model = ${model}, brand = ${brand}, price = ${price}, status = ${status}, year = 2022
    where id = ${id}`;
  return id;
}

const similarTo = async (actor: Actor, id: string) => {
  const rows = await world.as(
    actor,
    (sql) => sql<{ model: string }[]>`select model from public.get_similar_vehicles(${id})`,
  );
  return rows.map(({ model }) => model);
};

test("a visitor sees three vehicles of the dealership, nearest in price and brand", async () => {
  const one = await offer("Soul", { price: "20000" });
  await offer("Rio", { price: "19000" });
  await offer("Yaris", { brand: "Toyota", price: "20000" });
  await offer("Forte", { price: "$24,000" });
  await offer("Telluride", { price: "60000" });
  await offer("Sin precio");
  await offer("Ajeno", { price: "20000" }, people.otherDealer);
  expect(await similarTo("anonymous", one)).toEqual(["Rio", "Forte", "Yaris"]);
});

test("a visitor of an SUV sees SUVs first, and vehicles without photo last", async () => {
  const one = await offer("Soul", { price: "20000" });
  await offer("Rio", { price: "20000" });
  await offer("Forte", { price: "20000" });
  await offer("Sorento", { price: "26000" });
  await offer("Seltos", { price: "28000" });
  await world.sql`update public.vehicles set
    images = case when model = 'Forte' then '{}' else array['https://a.example/1.jpg'] end,
    body_style = case when model in ('Rio', 'Forte') then 'Sedán' else 'SUV' end
    where user_id = ${people.dealer.id}`;
  expect(await similarTo("anonymous", one)).toEqual(["Sorento", "Seltos", "Rio"]);
});

test("a visitor sees until when a similar vehicle is reserved", async () => {
  const one = await offer("Soul");
  const rio = await offer("Rio");
  await world.as(
    people.dealer,
    (sql) =>
      sql`select public.reserve_vehicle(${rio}, current_date + 3, now() + interval '3 days')`,
  );
  const until = (call: (sql: Sql) => Promise<{ reserved: boolean }[]>) =>
    world.as("anonymous", call);
  const shown = [{ reserved: true }];
  expect(
    await until(
      (sql) => sql`select reserved_until = current_date + 3 as reserved
        from public.get_similar_vehicles(${one})`,
    ),
  ).toEqual(shown);
  expect(
    await until(
      (sql) => sql`select reserved_until = current_date + 3 as reserved
        from public.search_listing(${people.dealer.id}, 'rio')`,
    ),
  ).toEqual(shown);
});

test("a visitor of a sold vehicle sees only available similar ones", async () => {
  const one = await offer("Soul", { price: "20000", status: "Vendido" });
  await offer("Oculto", { price: "20000", published: false });
  await offer("Vendido", { price: "20000", status: "Vendido" });
  await offer("Rio", { price: "30000" });
  expect(await similarTo("anonymous", one)).toEqual(["Rio"]);
});

test("only its dealership's people see similar ones of a hidden vehicle", async () => {
  const hidden = await offer("Oculto", { published: false });
  await offer("Rio");
  expect(await similarTo("anonymous", hidden)).toEqual([]);
  expect(await similarTo(people.otherDealer, hidden)).toEqual([]);
  expect(await similarTo(people.vendedor, hidden)).toEqual(["Rio"]);
  const inactive = await offer("Uno", {}, people.inactiveDealer);
  await offer("Otro", {}, people.inactiveDealer);
  expect(await similarTo("anonymous", inactive)).toEqual([]);
});
