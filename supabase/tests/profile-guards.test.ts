import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

const rowOf = async (whom: Person) => {
  const [row] = await world.sql`select * from public.profiles where id = ${whom.id}`;
  return row;
};

test("a person's upsert cannot set role admin or another dealership", async () => {
  const { vendedor, dealer, otherDealer } = people;
  const [row] = await world.as(
    vendedor,
    (sql) => sql`insert into public.profiles (id, full_name, role, dealership_id)
      values (${vendedor.id}, 'Trepador', 'admin', ${otherDealer.id})
      on conflict (id) do update set full_name = excluded.full_name, role = excluded.role,
        dealership_id = excluded.dealership_id
      returning *`,
  );
  expect(row).toMatchObject({ full_name: "Trepador", role: "vendedor", dealership_id: dealer.id });
});

test("a person's update restores protected columns and keeps the rest", async () => {
  const { vendedor, otherDealer } = people;
  const before = await rowOf(vendedor);
  await world.as(
    vendedor,
    (sql) => sql`update public.profiles set full_name = 'Nuevo', role = 'admin', is_active = false,
      dealership_id = ${otherDealer.id}, vehicle_count = 99, email = 'x@example.com', phone = '1',
      config = '{"features": {"canAddVehicles": true}, "profile": {"name": "Tienda"}}'
      where id = ${vendedor.id}`,
  );
  expect(await rowOf(vendedor)).toMatchObject({
    full_name: "Nuevo",
    role: before?.role,
    is_active: true,
    dealership_id: before?.dealership_id,
    vehicle_count: 0,
    email: before?.email,
    phone: before?.phone,
    config: { profile: { name: "Tienda" } },
  });
});

test("a person's name is stored as a single line for any writer", async () => {
  const { admin, dealer, vendedor } = people;
  for (const actor of [vendedor, dealer, admin]) {
    await world.as(
      actor,
      (sql) => sql`update public.profiles set full_name = ${"\n Ana\r\nSol\t\u007f\u001b"}
        where id = ${vendedor.id}`,
    );
    expect(await rowOf(vendedor)).toMatchObject({ full_name: "Ana Sol" });
    await world.sql`update public.profiles set full_name = 'Otra' where id = ${vendedor.id}`;
  }
});

test("features set by an administrator survive a config without them", async () => {
  const person = await createPerson(world, "concesionario", {
    features: { canAddVehicles: false },
  });
  await world.as(
    person,
    (sql) =>
      sql`update public.profiles set config = '{"profile": {"name": "Tienda"}}' where id = ${person.id}`,
  );
  expect((await rowOf(person))?.config).toEqual({
    profile: { name: "Tienda" },
    features: { canAddVehicles: false },
  });
});

test("an administrator can set only role, dealership, state and features", async () => {
  const { admin, vendedor, otherDealer } = people;
  await world.as(
    admin,
    (
      sql,
    ) => sql`update public.profiles set is_active = false, dealership_id = ${otherDealer.id}, vehicle_count = 9,
      email = 'x@example.com', config = '{"features": {"canAddVehicles": false}}' where id = ${vendedor.id}`,
  );
  expect(await rowOf(vendedor)).toMatchObject({
    is_active: false,
    dealership_id: otherDealer.id,
    vehicle_count: 0,
    email: vendedor.email,
    config: { features: { canAddVehicles: false } },
  });
});

test("a dealership may only activate and deactivate its salesperson", async () => {
  const { dealer, vendedor, otherDealer } = people;
  await world.as(
    dealer,
    (sql) => sql`update public.profiles set is_active = false, role = 'concesionario',
      dealership_id = ${otherDealer.id}, public_slug = 'cambiado' where id = ${vendedor.id}`,
  );
  expect(await rowOf(vendedor)).toMatchObject({
    is_active: false,
    role: "vendedor",
    dealership_id: dealer.id,
    public_slug: vendedor.slug,
  });
  await world.as(
    dealer,
    (sql) => sql`update public.profiles set is_active = true where id = ${vendedor.id}`,
  );
  expect((await rowOf(vendedor))?.is_active).toBe(true);
});

test("a person who may not edit the public page keeps style, slug and logo", async () => {
  const person = await createPerson(world, "concesionario", {
    features: { canEditPublicPage: false },
  });
  const restyle = world.as(
    person,
    (sql) => sql`update public.profiles set config = '{"page_style": {"accent_color": "#000000"}}'
      where id = ${person.id}`,
  );
  await expect(restyle).rejects.toMatchObject({ code: "42501" });
  const readdress = world.as(
    person,
    (sql) => sql`update public.profiles set public_slug = 'otra-calle' where id = ${person.id}`,
  );
  await expect(readdress).rejects.toMatchObject({ code: "42501" });
  await world.sql`update public.profiles
    set config = config || '{"profile": {"logo": "https://example.com/logo.png"}}' where id = ${person.id}`;
  const unlogo = world.as(
    person,
    (sql) => sql`update public.profiles set config = '{"profile": {}}' where id = ${person.id}`,
  );
  await expect(unlogo).rejects.toMatchObject({ code: "42501" });
  await world.as(
    person,
    (sql) => sql`update public.profiles
      set full_name = 'Permitido',
        config = '{"profile": {"logo": "https://example.com/logo.png", "phone": "15550001111"}}'
      where id = ${person.id}`,
  );
  expect(await rowOf(person)).toMatchObject({ full_name: "Permitido", public_slug: person.slug });
});

test("a person with a verified factor can write at aal2, not at aal1", async () => {
  const { dealer } = people;
  await verifyFactor(world, dealer);
  const rename = (who: Person) =>
    world.as(
      who,
      (sql) => sql`update public.profiles set full_name = 'Probado' where id = ${dealer.id}`,
    );
  await expect(rename(dealer)).rejects.toMatchObject({ code: "42501", hint: "insufficient_aal" });
  expect((await rowOf(dealer))?.full_name).not.toBe("Probado");
  await rename({ ...dealer, aal: "aal2" });
  expect((await rowOf(dealer))?.full_name).toBe("Probado");
});

test("an administrator with a verified factor can delete a person at aal2, not at aal1", async () => {
  const { admin, dealer } = people;
  await verifyFactor(world, admin);
  const remove = (who: Person) =>
    world.as(who, (sql) => sql`select public.delete_user_by_admin(${dealer.id})`);
  await expect(remove(admin)).rejects.toMatchObject({ code: "42501", hint: "insufficient_aal" });
  await remove({ ...admin, aal: "aal2" });
  expect(await rowOf(dealer)).toBeUndefined();
});

test("a salesperson belongs only to a concesionario", async () => {
  const { admin, dealer, vendedor, otherVendedor } = people;
  const assign = (to: Person) =>
    world.as(
      admin,
      (sql) => sql`update public.profiles set dealership_id = ${to.id} where id = ${vendedor.id}`,
    );
  await expect(assign(otherVendedor)).rejects.toMatchObject({ code: "23514" });
  await expect(assign(admin)).rejects.toMatchObject({ code: "23514" });
  expect((await rowOf(vendedor))?.dealership_id).toBe(dealer.id);
});

test("a vendedor who becomes a concesionario leaves the dealership", async () => {
  const { admin, vendedor } = people;
  await world.as(
    admin,
    (sql) => sql`update public.profiles set role = 'concesionario' where id = ${vendedor.id}`,
  );
  expect(await rowOf(vendedor)).toMatchObject({ role: "concesionario", dealership_id: null });
});

test("an administrator can change a dealership's role only if it has no team", async () => {
  const { admin, dealer, inactiveDealer } = people;
  const demote = (whom: Person) =>
    world.as(
      admin,
      (sql) => sql`update public.profiles set role = 'vendedor' where id = ${whom.id}`,
    );
  await expect(demote(dealer)).rejects.toMatchObject({ code: "P0001" });
  expect((await rowOf(dealer))?.role).toBe("concesionario");
  await demote(inactiveDealer);
  expect((await rowOf(inactiveDealer))?.role).toBe("vendedor");
});

test("deleting a dealership keeps its salespeople, inactive and unassigned", async () => {
  const { dealer, vendedor, otherDealer, otherVendedor } = people;
  await world.sql`delete from auth.users where id = ${dealer.id}`;
  expect(await rowOf(vendedor)).toMatchObject({ is_active: false, dealership_id: null });
  expect(await rowOf(otherVendedor)).toMatchObject({
    is_active: true,
    dealership_id: otherDealer.id,
  });
});
