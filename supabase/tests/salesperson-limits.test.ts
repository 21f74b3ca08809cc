import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People } from "./support/people.ts";
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

const add = (by: Actor, name = "Ana", headers = {}) =>
  world.as(
    by,
    (sql) =>
      sql`select public.create_salesperson(${`${randomUUID()}@example.com`}, 'una-clave', ${name})`,
    headers,
  );

const teamOf = ({ id }: { id: string }) =>
  world.sql`select id from public.profiles where dealership_id = ${id}`;

describe("a dealership", () => {
  test("adds ten salespeople in a row and no more, even of forty concurrently", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => add(people.dealer)));
    const refusals = outcomes.filter(({ status }) => status === "rejected");
    expect(refusals).toHaveLength(30);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        reason: { code: "P0001", message: expect.stringContaining("Has creado muchas cuentas") },
      });
    }
    expect(await teamOf(people.dealer)).toHaveLength(11);
    await add(people.otherDealer);
    expect(await teamOf(people.otherDealer)).toHaveLength(2);
  });

  test("adds thirty a day, even if it deletes some", async () => {
    for (const hour of [0, 1, 2, 3]) {
      for (let turn = 0; turn < 10; turn += 1) {
        if (hour < 3) await add(people.dealer);
      }
      await world.sql`delete from auth.users where id in (
        select id from public.profiles where dealership_id = ${people.dealer.id})`;
      await world.sql`delete from private.attempts
        where key = private.attempt_key('create-salesperson', ${people.dealer.id})`;
    }
    await expect(add(people.dealer)).rejects.toMatchObject({ code: "P0001" });
  });

  test("can still add salespeople after twelve rejected attempts", async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await expect(add(people.dealer, " ")).rejects.toMatchObject({ hint: "full_name" });
    }
    await add(people.dealer);
    expect(await teamOf(people.dealer)).toHaveLength(2);
  });
});

test("an administrator adds salespeople without a limit", async () => {
  const headers = { "x-impersonated-user": people.dealer.id };
  for (let turn = 0; turn < 11; turn += 1) await add(people.admin, "Ana", headers);
  await add(people.dealer);
  expect(await teamOf(people.dealer)).toHaveLength(13);
});

describe("a slug that impersonates the platform", () => {
  const slugFor = async (name: string) => {
    const [row] = await world.sql`select private.free_slug(${name}) as slug`;
    return row?.slug;
  };

  test.each([
    ["Vitrina Soporte", /^perfil(-\d+)?$/],
    ["Soporte", /^perfil(-\d+)?$/],
    ["Ana Soporte", /^ana(-\d+)?$/],
    ["Ana Vitrina2", /^ana(-\d+)?$/],
    ["Hyundai Oficial", /^hyundai(-\d+)?$/],
    ["Admin 1", /^perfil-1(-\d+)?$|^1(-\d+)?$/],
    ["Vi Trina", /^perfil(-\d+)?$/],
    ["Inventario", /^perfil-inventario(-\d+)?$/],
    ["Ana Ayudante", /^ana-ayudante(-\d+)?$/],
  ])("is not made from the name %j", async (name, expected) => {
    expect(await slugFor(name)).toMatch(expected);
    await add(people.dealer, name);
    const rows = await world.sql`select public_slug from public.profiles
      where full_name = ${name} and dealership_id = ${people.dealer.id}`;
    expect(rows.map(({ public_slug }) => public_slug)).toEqual([expect.stringMatching(expected)]);
  });

  const choose = (actor: Actor, id: string, slug: string) =>
    world.as(
      actor,
      (sql) => sql`update public.profiles set public_slug = ${slug} where id = ${id}`,
    );

  test.each([
    "vitrina-soporte",
    "soporte-tecnico",
    "autos-oficial",
    "mi-admin2",
    "ayuda-24",
    "lavitrina",
    "vitrina2026",
    "vi-trina",
    "VITRINA-Support",
    "v1trina",
    "v1-7r1na",
    "supp0rt",
    "autos-s0p0r73",
  ])("%s cannot be chosen", async (slug) => {
    for (const actor of [people.dealer, people.admin]) {
      await expect(choose(actor, people.dealer.id, slug)).rejects.toMatchObject({
        code: "23514",
        message: "Esta palabra está reservada. Elige otra.",
      });
    }
  });

  test.each(["ayudante", "autos-administrados", "soportes", "motores-del-sur"])(
    "%s is allowed",
    async (word) => {
      const slug = `${word}-${randomUUID().slice(0, 8)}`;
      await choose(people.dealer, people.dealer.id, slug);
      const [row] = await world.sql`
        select public_slug from public.profiles where id = ${people.dealer.id}`;
      expect(row?.public_slug).toBe(slug);
    },
  );

  test("is kept by an existing owner, who can save other fields", async () => {
    const early = await createPerson(world, "concesionario");
    await world.sql`alter table public.profiles disable trigger normalise_profile`;
    await world.sql`update public.profiles set public_slug = 'vitrina-motors' where id = ${early.id}`;
    await world.sql`alter table public.profiles enable trigger normalise_profile`;
    await world.as(
      early,
      (sql) => sql`update public.profiles set full_name = 'Motors', public_slug = 'vitrina-motors'
        where id = ${early.id}`,
    );
    const [row] = await world.sql`
      select full_name, public_slug from public.profiles where id = ${early.id}`;
    expect(row).toEqual({ full_name: "Motors", public_slug: "vitrina-motors" });
  });
});
