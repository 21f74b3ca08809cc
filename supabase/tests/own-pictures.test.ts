import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createVehicle, type People, type Person } from "./support/people.ts";
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

const refused = { code: "23514" };
const photos = "vehicle_images";
const logos = "dealership_logos";

const place = "https://autos.example/storage/v1/object/public";
const addressOf = (bucket: string, name: string) => `${place}/${bucket}/${name}`;

const addVehicle = (actor: Actor, owner: Person, images: string[]) =>
  world.as(
    actor,
    (sql) => sql<{ id: string; images: string[] }[]>`
      insert into public.vehicles (user_id, brand, model, year, images)
      values (${owner.id}, 'Kia', 'Rio', 2020, ${images}) returning id, images`,
  );

const storeConfig = (actor: Actor, owner: Person, config: Record<string, object>) =>
  world.as(
    actor,
    (sql) => sql`update public.profiles set config = ${world.sql.json(config as never)}
      where id = ${owner.id} returning id`,
  );

/**
 * Addresses that lead to `{bucket}/{id}/1.jpg`, directly or after a server or proxy resolves them.
 */
const waysTo = (bucket: string, id: string) => [
  `${place}/${bucket}/${id}/1.jpg`,
  `http://otro.example:3000/storage/v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage/v1/render/image/public/${bucket}/${id}/1.jpg?width=320`,
  `https://autos.example/storage/v1/object/sign/${bucket}/${id}/1.jpg?token=x`,
  `https://autos.example/storage/v1/object/authenticated/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage/v1/object/${bucket}/${id}/1.jpg`,
  `https://autos.example//storage//v1//object//public//${bucket}//${id}//1.jpg`,
  `https:////autos.example/storage/v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage/./v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage/a/../v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage/a/b/%2e%2e/%2E./v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage%2Fv1%2fobject/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage%5cv1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/%73torage/v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/storage%252Fv1%252Fobject/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/Storage/V1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/x/storage/v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example/?/storage/v1/object/public/${bucket}/${id}/1.jpg`,
  `https://autos.example#/storage/v1/object/public/${bucket}/${id}/1.jpg`,
];

/** Addresses that begin in the folder `own` and end in `foreign`. */
const detours = (bucket: string, own: string, foreign: string) =>
  [
    `${own}/../${foreign}/1.jpg`,
    `${own}/%2e%2e/${foreign}/1.jpg`,
    `${own}%2f..%2f${foreign}/1.jpg`,
    `${own}/..%5c${foreign}/1.jpg`,
    `${own}/%252e%252e/${foreign}/1.jpg`,
    `${own}//${foreign}/1.jpg`,
    `${own}/`,
    own,
    own.toUpperCase(),
    `${own.toUpperCase()}/1.jpg`,
    `../otro/${own}/1.jpg`,
    `%20${own}/1.jpg`,
  ].map((name) => addressOf(bucket, name));

describe("a vehicle's photos", () => {
  test("a dealer and vendedor may reference their dealership's folder and other sites", async () => {
    const { dealer, vendedor } = people;
    const images = [
      addressOf(photos, `${dealer.id}/1700000000000-foto.jpg`),
      addressOf(photos, `${dealer.id}/1700000000000-foto%20(1).jpg`),
      `https://autos.example/storage/v1/render/image/public/${photos}/${dealer.id}/2.jpg?width=640`,
      addressOf(logos, `${dealer.id}/logo_1`),
      "https://fotos.example/storage/kia.jpg",
      "https://fotos.example/a/../v1/kia%2Frio.jpg?x=%25",
    ];
    for (const person of [dealer, vendedor]) {
      const [row] = await addVehicle(person, dealer, images);
      expect(row?.images).toEqual(images);
    }
  });

  test("no one can reference another dealership's folder", async () => {
    const { dealer, vendedor, admin, otherDealer } = people;
    for (const address of waysTo(photos, otherDealer.id)) {
      await expect(addVehicle(dealer, dealer, [address]), address).rejects.toMatchObject(refused);
    }
    const own = addressOf(photos, `${dealer.id}/1.jpg`);
    const foreign = addressOf(photos, `${otherDealer.id}/1.jpg`);
    for (const actor of [vendedor, admin, "service"] as const) {
      await expect(addVehicle(actor, dealer, [own, foreign])).rejects.toMatchObject(refused);
    }
  });

  test("a dealer cannot escape their folder by any spelling, or use a third bucket", async () => {
    const { dealer, otherDealer } = people;
    for (const address of [
      ...detours(photos, dealer.id, otherDealer.id),
      addressOf("otro", `${dealer.id}/1.jpg`),
    ]) {
      await expect(addVehicle(dealer, dealer, [address]), address).rejects.toMatchObject(refused);
    }
  });

  test("a dealer's change to another dealer's photo is rejected, the old photos stay", async () => {
    const { dealer, otherDealer } = people;
    const own = [addressOf(photos, `${dealer.id}/1.jpg`)];
    const [row] = await addVehicle(dealer, dealer, own);
    const change = world.as(
      dealer,
      (sql) => sql`update public.vehicles
        set images = ${[addressOf(photos, `${otherDealer.id}/1.jpg`)]} where id = ${row?.id ?? ""}`,
    );
    await expect(change).rejects.toMatchObject(refused);
    const [after] = await world.sql`select images from public.vehicles where id = ${row?.id ?? ""}`;
    expect(after?.images).toEqual(own);
  });

  test("an administrator can change a vehicle's dealership only without its photos", async () => {
    const { dealer, admin, otherDealer } = people;
    const [row] = await addVehicle(dealer, dealer, [addressOf(photos, `${dealer.id}/1.jpg`)]);
    const give = (change: { user_id: string; images?: string[] }) =>
      world.as(
        admin,
        (sql) => sql`update public.vehicles set ${sql.set(change)} where id = ${row?.id ?? ""}`,
      );
    await expect(give({ user_id: otherDealer.id })).rejects.toMatchObject(refused);
    expect((await give({ user_id: otherDealer.id, images: [] })).count).toBe(1);
  });
});

describe("the pictures of a public page", () => {
  test.each(["dealer", "vendedor", "admin"] as const)(
    "a %s can reference only pictures in their own folder",
    async (role) => {
      const person = people[role];
      const own = addressOf(logos, `${person.id}/logo_1700000000000`);
      const config = { profile: { logo: own }, page_style: { hero_image_url: own } };
      expect(await storeConfig(person, person, config)).toHaveLength(1);
      for (const address of [
        ...waysTo(logos, people.otherDealer.id),
        ...detours(logos, person.id, people.otherDealer.id),
        addressOf("otro", `${person.id}/1.jpg`),
      ]) {
        const logo = storeConfig(person, person, { profile: { logo: address } });
        await expect(logo, address).rejects.toMatchObject(refused);
        const hero = storeConfig(person, person, { page_style: { hero_image_url: address } });
        await expect(hero, address).rejects.toMatchObject(refused);
      }
    },
  );

  test("an administrator cannot put their own picture on another's page", async () => {
    const { admin, dealer } = people;
    const address = addressOf(logos, `${admin.id}/logo_1`);
    await expect(storeConfig(admin, dealer, { profile: { logo: address } })).rejects.toMatchObject(
      refused,
    );
  });
});

const store = (bucket: string, name: string, age = "0 days") =>
  world.sql`insert into storage.objects (bucket_id, name, version, created_at, updated_at)
    values (${bucket}, ${name}, '1', now() - ${age}::interval, now() - ${age}::interval)`;

const isStored = async (name: string) =>
  (await world.sql`select from storage.objects where name = ${name}`).length === 1;

const isServed = async (name: string) =>
  (await world.sql`select from private.served_objects where name = ${name}`).length === 1;

describe("the photos of a deleted vehicle", () => {
  test.each(["dealer", "vendedor", "admin", "service"] as const)(
    "are deleted by a %s with the row, unless another vehicle uses them",
    async (role) => {
      const { dealer } = people;
      const names = ["sola", "otra", "de-dos"].map((name) => `${dealer.id}/${name}.jpg`);
      for (const name of [...names, `${dealer.id}/ajena.jpg`]) await store(photos, name);
      const [alone = "", resized = "", shared = ""] = names;
      const [row] = await addVehicle(dealer, dealer, [
        addressOf(photos, alone),
        `https://autos.example/storage/v1/render/image/public/${photos}/${resized}?width=320`,
        addressOf(photos, shared),
        "https://fotos.example/1.jpg",
      ]);
      await addVehicle(dealer, dealer, [addressOf(photos, shared).replace("autos", "www")]);
      const actor = role === "service" ? "service" : people[role];
      await world.as(actor, (sql) => sql`delete from public.vehicles where id = ${row?.id ?? ""}`);
      expect(await isStored(alone)).toBe(false);
      expect(await isStored(resized)).toBe(false);
      expect(await isStored(shared)).toBe(true);
      expect(await isStored(`${dealer.id}/ajena.jpg`)).toBe(true);
    },
  );

  test("stay when another dealership fails to delete it", async () => {
    const { dealer, otherDealer } = people;
    const name = `${dealer.id}/1.jpg`;
    await store(photos, name);
    const [row] = await addVehicle(dealer, dealer, [addressOf(photos, name)]);
    await world.as(
      otherDealer,
      (sql) => sql`delete from public.vehicles where id = ${row?.id ?? ""}`,
    );
    expect(await isStored(name)).toBe(true);
  });
});

describe("the sweep of objects", () => {
  test("deletes only unreferenced objects older than a day", async () => {
    const { dealer, vendedor } = people;
    const named = [
      [photos, `${dealer.id}/nombrada.jpg`],
      [logos, `${dealer.id}/logo_1`],
      [logos, `${vendedor.id}/hero_image_1`],
    ] as const;
    const unnamed = [
      [photos, `${dealer.id}/suelta.jpg`],
      [logos, `${dealer.id}/logo_0`],
      // The same name in another bucket does not reference this object.
      [logos, `${dealer.id}/nombrada.jpg`],
    ] as const;
    for (const [bucket, name] of [...named, ...unnamed]) await store(bucket, name, "25 hours");
    await store(photos, `${dealer.id}/recien.jpg`, "23 hours");
    await world.sql`insert into storage.buckets (id, name) values ('otro', 'otro') on conflict do nothing`;
    await store("otro", `${dealer.id}/otro.jpg`, "9 days");
    const [photo, logo, hero] = named.map(([bucket, name]) => addressOf(bucket, name));
    await addVehicle(dealer, dealer, [photo ?? ""]);
    await storeConfig(dealer, dealer, { profile: { logo: logo ?? "" } });
    await storeConfig(vendedor, vendedor, { page_style: { hero_image_url: hero ?? "" } });

    await world.sql`select private.sweep_unnamed_objects()`;
    const left = await world.sql<{ bucket_id: string; name: string }[]>`
      select bucket_id, name from storage.objects where name like any(${[`${dealer.id}/%`, `${vendedor.id}/%`]})`;
    const places = left.map(({ bucket_id, name }) => `${bucket_id}/${name}`).sort();
    expect(places).toEqual(
      [
        ...named.map(([bucket, name]) => `${bucket}/${name}`),
        `${photos}/${dealer.id}/recien.jpg`,
        `otro/${dealer.id}/otro.jpg`,
      ].sort(),
    );
  });
});

describe("a visitor who opens a picture", () => {
  const switchTo = (person: Person, active: boolean) =>
    world.sql`update public.profiles set is_active = ${active} where id = ${person.id}`;

  test("gets none of an inactive account or of an inactive dealership's team", async () => {
    const { dealer, vendedor, otherDealer } = people;
    const photo = `${dealer.id}/1.jpg`;
    const logo = `${dealer.id}/logo_1`;
    const card = `${vendedor.id}/logo_1`;
    const foreign = `${otherDealer.id}/1.jpg`;
    for (const name of [photo, foreign]) await store(photos, name);
    for (const name of [logo, card]) await store(logos, name);
    const shown = () => Promise.all([photo, logo, card, foreign].map(isServed));
    expect(await shown()).toEqual([true, true, true, true]);
    await switchTo(dealer, false);
    expect(await shown()).toEqual([false, false, false, true]);
    await switchTo(dealer, true);
    await switchTo(vendedor, false);
    expect(await shown()).toEqual([true, true, false, true]);
    await switchTo(vendedor, true);
    expect(await shown()).toEqual([true, true, true, true]);
  });

  test("gets a hidden vehicle's photos and other buckets' objects", async () => {
    const { dealer, inactiveDealer } = people;
    const id = await createVehicle(world, dealer, { published: false });
    const name = `${dealer.id}/oculta.jpg`;
    await store(photos, name);
    await world.sql`update public.vehicles set images = ${[addressOf(photos, name)]} where id = ${id}`;
    expect(await isServed(name)).toBe(true);
    await world.sql`insert into storage.buckets (id, name) values ('otro', 'otro') on conflict do nothing`;
    await store("otro", `${inactiveDealer.id}/informe.pdf`);
    expect(await isServed(`${inactiveDealer.id}/informe.pdf`)).toBe(true);
  });
});
