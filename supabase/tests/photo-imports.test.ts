import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let vehicle: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  vehicle = await createVehicle(world, people.dealer);
});
afterAll(() => world.close());

const refused = { code: "42501" };
const hash = (digit: number) => String(digit).repeat(32);
const addressOf = (name: string) =>
  `https://vitrina.test/storage/v1/object/public/vehicle_images/${name}`;

/** Stores a file as an upload does; returns its name and address. */
async function store(owner: Person, wishes: { source?: string; eTag?: string; age?: string } = {}) {
  const name = `${owner.id}/${randomUUID()}.jpg`;
  const { source = null, eTag = hash(9), age = "0 hours" } = wishes;
  await world.sql`insert into storage.objects (bucket_id, name, metadata, user_metadata, created_at)
    values ('vehicle_images', ${name}, ${world.sql.json({ eTag: `"${eTag}"` })},
      ${world.sql.json({ source })}, now() - ${age}::interval)`;
  return { name, url: addressOf(name) };
}

type Photos = Record<string, string[]>;

const bringIn = (actor: Actor, photos: Photos, owner = people.dealer, id = randomUUID()) =>
  world.as(actor, async (sql) => {
    await sql`select public.import_photos(${id}, ${owner.id},
      ${JSON.stringify(photos)}::text::jsonb)`;
    return id;
  });

async function undo(actor: Actor, id: string) {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ removed: number }[]>`select public.undo_photo_import(${id}) as removed`,
  );
  return row?.removed;
}

async function find(actor: Actor, hashes: string[], owner = people.dealer) {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ found: unknown }[]>`select public.find_photos(${owner.id}, ${hashes}) as found`,
  );
  return row?.found;
}

async function imagesOf(id: string) {
  const [row] = await world.sql<{ images: string[] }[]>`
    select images from public.vehicles where id = ${id}`;
  return row?.images;
}

const isStored = async (name: string) =>
  (await world.sql`select from storage.objects where name = ${name}`).length === 1;

describe("importing photos from a ZIP", () => {
  test.each(["dealer", "vendedor", "admin"] as const)(
    "by a %s appends them to the vehicles' photos, in order",
    async (role) => {
      const other = await createVehicle(world, people.dealer);
      const [old, one, two, three] = await Promise.all(
        [1, 2, 3, 4].map(() => store(people.dealer)),
      );
      const urls = [old, one, two, three].map((file) => file?.url ?? "");
      const [first = "", second = "", third = "", fourth = ""] = urls;
      await world.sql`update public.vehicles set images = ${[first]} where id = ${vehicle}`;
      await bringIn(people[role], { [vehicle]: [third, second], [other]: [fourth] });
      expect(await imagesOf(vehicle)).toEqual([first, third, second]);
      expect(await imagesOf(other)).toEqual([fourth]);
      const told = await world.as(
        people[role],
        (sql) => sql`select photo_count, vehicle_count from public.photo_imports`,
      );
      expect(told).toEqual([{ photo_count: 3, vehicle_count: 2 }]);
    },
  );

  test("twice with the same id adds the photos once", async () => {
    const { url } = await store(people.dealer);
    const id = await bringIn(people.dealer, { [vehicle]: [url] });
    await bringIn(people.dealer, { [vehicle]: [url] }, people.dealer, id);
    expect(await imagesOf(vehicle)).toEqual([url]);
  });

  test("adds none if one vehicle is deleted, full or changed, and reports it", async () => {
    const { url } = await store(people.dealer);
    const again = "Revisa las fotos otra vez.";
    const gone = { [vehicle]: [url], [randomUUID()]: [url] };
    await expect(bringIn(people.dealer, gone)).rejects.toThrow(`Alguien borró entretanto`);
    const many = Array.from({ length: 40 }, (_, n) => addressOf(`${people.dealer.id}/${n}.jpg`));
    await world.sql`update public.vehicles set images = ${many} where id = ${vehicle}`;
    await expect(bringIn(people.dealer, { [vehicle]: [url] })).rejects.toThrow(again);
    await world.sql`update public.vehicles set images = ${[url]} where id = ${vehicle}`;
    await expect(bringIn(people.dealer, { [vehicle]: [url] })).rejects.toThrow(again);
    expect(await imagesOf(vehicle)).toEqual([url]);
  });

  test("is rejected for visitors, outsiders and unproved second factors", async () => {
    const { url } = await store(people.dealer);
    const weak = await createPerson(world, "vendedor", { dealership: people.dealer });
    await verifyFactor(world, weak);
    const { otherDealer, otherVendedor, inactiveDealer } = people;
    for (const actor of ["anonymous", otherDealer, otherVendedor, inactiveDealer, weak] as const) {
      await expect(bringIn(actor, { [vehicle]: [url] })).rejects.toMatchObject(refused);
    }
    await expect(bringIn(otherDealer, { [vehicle]: [url] }, otherDealer)).rejects.toThrow(
      "Alguien borró entretanto",
    );
    const foreign = await store(otherDealer);
    await expect(bringIn(people.dealer, { [vehicle]: [foreign.url] })).rejects.toMatchObject({
      code: "23514",
    });
    expect(await imagesOf(vehicle)).toEqual([]);
  });
});

describe("undoing an import of photos from a ZIP", () => {
  test("removes its photos from vehicles and storage, and keeps other photos", async () => {
    const { dealer } = people;
    const [old, one, two, shared] = await Promise.all([1, 2, 3, 4].map(() => store(dealer)));
    const url = (file: typeof old) => file?.url ?? "";
    await world.sql`update public.vehicles set images = ${[url(old)]} where id = ${vehicle}`;
    const id = await bringIn(dealer, { [vehicle]: [url(one), url(two), url(shared)] });
    const other = await createVehicle(world, dealer);
    await world.sql`update public.vehicles set images = ${[url(shared)]} where id = ${other}`;
    await world.sql`update public.vehicles set images = ${[url(two), url(old), url(shared)]}
      where id = ${vehicle}`;
    expect(await undo(dealer, id)).toBe(2);
    expect(await imagesOf(vehicle)).toEqual([url(old)]);
    expect(await imagesOf(other)).toEqual([url(shared)]);
    const stored = [old, one, two, shared].map((file) => isStored(file?.name ?? ""));
    expect(await Promise.all(stored)).toEqual([true, false, false, true]);
    await expect(undo(dealer, id)).rejects.toThrow("ya no se pueden quitar");
  });

  test("is allowed for its author, for a day, for the last import only", async () => {
    const [one, two] = await Promise.all([store(people.dealer), store(people.dealer)]);
    const first = await bringIn(people.vendedor, { [vehicle]: [one.url] });
    const last = await bringIn(people.vendedor, { [vehicle]: [two.url] });
    for (const actor of [people.dealer, people.otherDealer, people.admin, "anonymous"] as const) {
      await expect(undo(actor, last)).rejects.toThrow(/ya no se pueden? |permission denied/);
    }
    await expect(undo(people.vendedor, first)).rejects.toThrow("ya no se pueden quitar");
    await world.sql`update public.photo_imports set created_at = now() - interval '25 hours'
      where id = ${last}`;
    await expect(undo(people.vendedor, last)).rejects.toThrow("ya no se pueden quitar");
    await world.sql`select private.sweep_vehicle_imports()`;
    expect(await world.sql`select from public.photo_imports where id = ${last}`).toEqual([]);
    expect(await imagesOf(vehicle)).toEqual([one.url, two.url]);
  });
});

describe("finding photos by content", () => {
  test("a dealer gets the vehicle showing a photo, by original or stored bytes", async () => {
    const came = await store(people.dealer, { source: hash(1), eTag: hash(2) });
    const unsaved = await store(people.dealer, { source: hash(3) });
    await store(people.dealer, { source: hash(4), age: "21 hours" });
    await store(people.dealer, { eTag: hash(5) });
    await world.sql`update public.vehicles set images = ${[came.url]} where id = ${vehicle}`;
    const asked = [1, 2, 3, 4, 5, 6].map(hash);
    expect(await find(people.dealer, asked)).toEqual(
      expect.arrayContaining([
        { hash: hash(1), vehicle_id: vehicle, name: null },
        { hash: hash(2), vehicle_id: vehicle, name: null },
        { hash: hash(3), vehicle_id: null, name: unsaved.name },
      ]),
    );
    expect(await find(people.vendedor, asked)).toHaveLength(3);
    expect(await find(people.otherDealer, asked)).toEqual([]);
    await expect(find("anonymous", asked)).rejects.toMatchObject(refused);
  });

  test("a dealer may ask for 1,000 photos per call, and gets all vehicles of each", async () => {
    const one = await store(people.dealer, { source: hash(1) });
    const again = await store(people.dealer, { source: hash(1), eTag: hash(1) });
    const other = await createVehicle(world, people.dealer);
    await world.sql`update public.vehicles set images = ${[one.url]} where id = ${vehicle}`;
    await world.sql`update public.vehicles set images = ${[again.url]} where id = ${other}`;
    const asked = Array.from({ length: 1000 }, (_, n) => (n < 500 ? hash(1) : `${n}`));
    expect(await find(people.dealer, asked)).toEqual(
      [vehicle, other].toSorted().map((vehicle_id) => ({ hash: hash(1), vehicle_id, name: null })),
    );
    await expect(find(people.dealer, [...asked, hash(2)])).rejects.toMatchObject({
      code: "P0001",
      message: "Pregunta por 1,000 fotos a la vez como máximo.",
    });
  });
});
