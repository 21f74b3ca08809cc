import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People, verifyFactor } from "./support/people.ts";
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

const refused = { code: "42501" };
const photos = "vehicle_images";
const logos = "dealership_logos";

const upload = (actor: Actor, bucket: string, name: string) =>
  world.as(
    actor,
    (sql) =>
      sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${name}) returning id`,
  );

const touch = (actor: Actor, name: string) =>
  world.as(actor, (sql) => sql`update storage.objects set version = '2' where name = ${name}`);

const remove = (actor: Actor, name: string) =>
  world.as(actor, (sql) => sql`delete from storage.objects where name = ${name}`);

const list = (actor: Actor, name: string) =>
  world.as(actor, (sql) => sql`select name from storage.objects where name = ${name}`);

const isStored = async (name: string) =>
  (await world.sql`select 1 from storage.objects where name = ${name}`).length === 1;

describe("own dealer and own vendedor", () => {
  test.each(["dealer", "vendedor"] as const)(
    "a %s uploads, lists, replaces and deletes the dealership's photos",
    async (role) => {
      const name = `${people.dealer.id}/1-frente.jpg`;
      await upload(people[role], photos, name);
      expect(await list(people[role], name)).toHaveLength(1);
      expect((await touch(people[role], name)).count).toBe(1);
      expect((await remove(people[role], name)).count).toBe(1);
    },
  );

  test("a salesperson's own folder accepts no photos", async () => {
    const name = `${people.vendedor.id}/1-frente.jpg`;
    await expect(upload(people.vendedor, photos, name)).rejects.toMatchObject(refused);
  });

  test("a salesperson can upload a logo only to their own folder", async () => {
    const { dealer, vendedor } = people;
    await upload(vendedor, logos, `${vendedor.id}/logo_1`);
    await expect(upload(vendedor, logos, `${dealer.id}/logo_1`)).rejects.toMatchObject(refused);
    expect(await isStored(`${dealer.id}/logo_1`)).toBe(false);
  });

  test("a person who may not edit the public page can change photos, not the logo", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canEditPublicPage: false },
    });
    const logo = `${limited.id}/logo_1`;
    await expect(upload(limited, logos, logo)).rejects.toMatchObject(refused);
    await upload(people.admin, logos, logo);
    expect((await touch(limited, logo)).count).toBe(0);
    expect((await remove(limited, logo)).count).toBe(0);
    expect(await isStored(logo)).toBe(true);
    const photo = `${limited.id}/1.jpg`;
    expect(await upload(limited, photos, photo)).toHaveLength(1);
    expect((await touch(limited, photo)).count).toBe(1);
    expect((await remove(limited, photo)).count).toBe(1);
  });

  test("people who may edit their page can replace and delete their own logo", async () => {
    for (const person of [people.dealer, people.vendedor]) {
      const logo = `${person.id}/logo_2`;
      await upload(person, logos, logo);
      expect((await touch(person, logo)).count).toBe(1);
      expect((await remove(person, logo)).count).toBe(1);
    }
  });

  test("a dealer can change the portraits of their own team only", async () => {
    const { dealer, vendedor, otherDealer, otherVendedor } = people;
    const portrait = `${vendedor.id}/logo_3`;
    await upload(dealer, logos, portrait);
    expect(await list(dealer, portrait)).toHaveLength(1);
    expect((await touch(dealer, portrait)).count).toBe(1);
    for (const stranger of [otherDealer, otherVendedor]) {
      await expect(upload(stranger, logos, `${vendedor.id}/logo_4`)).rejects.toMatchObject(refused);
      expect(await list(stranger, portrait)).toHaveLength(0);
      expect((await touch(stranger, portrait)).count).toBe(0);
      expect((await remove(stranger, portrait)).count).toBe(0);
    }
    await expect(upload(dealer, logos, `${otherVendedor.id}/logo_3`)).rejects.toMatchObject(
      refused,
    );
    expect((await remove(dealer, portrait)).count).toBe(1);
  });

  test("a dealer who may not edit the public page cannot add a team portrait", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canEditPublicPage: false },
    });
    const seller = await createPerson(world, "vendedor", { dealership: limited });
    await expect(upload(limited, logos, `${seller.id}/logo_1`)).rejects.toMatchObject(refused);
  });

  test("a salesperson of a dealership without page rights cannot delete a logo", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canEditPublicPage: false },
    });
    const seller = await createPerson(world, "vendedor", { dealership: limited });
    const logo = `${seller.id}/logo_1`;
    await upload(people.admin, logos, logo);
    expect((await remove(seller, logo)).count).toBe(0);
    expect(await isStored(logo)).toBe(true);
  });

  test.each([
    "/x/../y.jpg",
    "/..",
    "/./a.jpg",
    "//a.jpg",
    "/a%2e%2e%2fb.jpg",
    "/a\\b.jpg",
    "/a\n.jpg",
    "/",
    "",
  ])("a path ending %j is rejected", async (rest) => {
    const name = `${people.dealer.id}${rest}`;
    await expect(upload(people.dealer, photos, name)).rejects.toMatchObject(refused);
    await expect(upload(people.admin, photos, name)).rejects.toMatchObject(refused);
  });

  test("a path that leads from another's folder to the caller's own is rejected", async () => {
    const { dealer, otherDealer } = people;
    const name = `${otherDealer.id}/../${dealer.id}/1.jpg`;
    await expect(upload(dealer, photos, name)).rejects.toMatchObject(refused);
    await expect(upload(otherDealer, photos, name)).rejects.toMatchObject(refused);
  });

  test("any other bucket is rejected", async () => {
    await world.sql`insert into storage.buckets (id, name) values ('otro', 'otro') on conflict do nothing`;
    await expect(upload(people.dealer, "otro", `${people.dealer.id}/1.jpg`)).rejects.toMatchObject(
      refused,
    );
    await expect(upload(people.admin, "otro", `${people.dealer.id}/1.jpg`)).rejects.toMatchObject(
      refused,
    );
  });

  test("a dealer cannot move a photo into another's folder", async () => {
    const { dealer, otherDealer } = people;
    const name = `${dealer.id}/mover.jpg`;
    await upload(dealer, photos, name);
    const move = world.as(
      dealer,
      (sql) =>
        sql`update storage.objects set name = ${`${otherDealer.id}/mover.jpg`} where name = ${name}`,
    );
    await expect(move).rejects.toMatchObject(refused);
    expect(await isStored(name)).toBe(true);
  });
});

describe("other callers", () => {
  test("outsiders, inactive dealers and visitors cannot list or change photos", async () => {
    const { dealer, otherDealer, otherVendedor, inactiveDealer } = people;
    const name = `${dealer.id}/1-frente.jpg`;
    await upload(dealer, photos, name);
    for (const actor of [otherDealer, otherVendedor, inactiveDealer]) {
      await expect(upload(actor, photos, `${dealer.id}/2.jpg`)).rejects.toMatchObject(refused);
      expect(await list(actor, name)).toHaveLength(0);
      expect((await touch(actor, name)).count).toBe(0);
      expect((await remove(actor, name)).count).toBe(0);
    }
    await expect(upload("anonymous", photos, `${dealer.id}/2.jpg`)).rejects.toMatchObject(refused);
    await expect(list("anonymous", name)).rejects.toMatchObject(refused);
    expect(await isStored(name)).toBe(true);
  });

  test("an inactive dealership cannot upload, even to its own folder", async () => {
    const { inactiveDealer } = people;
    for (const bucket of [photos, logos]) {
      await expect(
        upload(inactiveDealer, bucket, `${inactiveDealer.id}/1.jpg`),
      ).rejects.toMatchObject(refused);
    }
  });

  test("a person with a verified factor cannot change objects at aal1", async () => {
    const { dealer } = people;
    const name = `${dealer.id}/1-frente.jpg`;
    await upload(dealer, photos, name);
    await verifyFactor(world, dealer);
    await expect(upload(dealer, photos, `${dealer.id}/2.jpg`)).rejects.toMatchObject(refused);
    expect((await touch(dealer, name)).count).toBe(0);
    expect((await remove(dealer, name)).count).toBe(0);
    expect((await remove({ ...dealer, aal: "aal2" }, name)).count).toBe(1);
  });

  test("an administrator can change objects in every folder of both buckets", async () => {
    const { admin, dealer } = people;
    for (const bucket of [photos, logos]) {
      const name = `${dealer.id}/${bucket}.jpg`;
      await upload(admin, bucket, name);
      expect(await list(admin, name)).toHaveLength(1);
      expect((await touch(admin, name)).count).toBe(1);
      expect((await remove(admin, name)).count).toBe(1);
    }
  });
});

describe("a deleted account", () => {
  test("loses its pictures, and other accounts keep theirs", async () => {
    const { dealer, vendedor, otherDealer } = people;
    await upload(dealer, photos, `${dealer.id}/1.jpg`);
    await upload(vendedor, logos, `${vendedor.id}/logo_1`);
    await upload(otherDealer, photos, `${otherDealer.id}/1.jpg`);
    await world.as(people.admin, (sql) => sql`select public.delete_user_by_admin(${dealer.id})`);
    expect(await isStored(`${dealer.id}/1.jpg`)).toBe(false);
    expect(await isStored(`${vendedor.id}/logo_1`)).toBe(true);
    expect(await isStored(`${otherDealer.id}/1.jpg`)).toBe(true);
  });
});
