import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readPgAddress } from "#backend/postgres/read-address.ts";
import { createPeople, type People, type Person } from "./support/people.ts";
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

const find = async (slug: string, actor: Actor = "anonymous") => [
  ...(await world.as(actor, (sql) => sql`select * from public.find_moved_slug(${slug})`)),
];

const claim = (person: Person, slug: string | null) =>
  world.as(
    person,
    (sql) => sql`update public.profiles set public_slug = ${slug} where id = ${person.id}`,
  );

const free = (person: Person) => `${person.slug}-nuevo`;
const GONE = [{ public_slug: null, role: null }];

describe("anonymous", () => {
  test("a dealership's former address leads to the current one", async () => {
    const { dealer } = people;
    await claim(dealer, free(dealer));
    expect(await find(dealer.slug)).toEqual([{ public_slug: free(dealer), role: "concesionario" }]);
  });

  test("a salesperson's former address leads to the current one", async () => {
    const { vendedor } = people;
    await claim(vendedor, free(vendedor));
    expect(await find(vendedor.slug)).toEqual([{ public_slug: free(vendedor), role: "vendedor" }]);
  });

  test("the oldest of several addresses leads directly to the current one", async () => {
    const { dealer } = people;
    await claim(dealer, `${dealer.slug}-2`);
    await claim(dealer, `${dealer.slug}-3`);
    const present = [{ public_slug: `${dealer.slug}-3`, role: "concesionario" }];
    expect(await find(dealer.slug)).toEqual(present);
    expect(await find(`${dealer.slug}-2`)).toEqual(present);
  });

  test("an address in use or never used does not redirect", async () => {
    expect(await find(people.dealer.slug)).toEqual([]);
    expect(await find("nunca-existio")).toEqual([]);
  });

  test("an inactive account's former address reports that the page is gone", async () => {
    const { dealer } = people;
    await claim(dealer, free(dealer));
    await world.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    expect(await find(dealer.slug)).toEqual(GONE);
  });

  test("a salesperson's address reports a gone page while the dealership is inactive", async () => {
    const { dealer, vendedor } = people;
    await claim(vendedor, free(vendedor));
    await world.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    expect(await find(vendedor.slug)).toEqual(GONE);
    await world.sql`update public.profiles set is_active = true where id = ${dealer.id}`;
    expect(await find(vendedor.slug)).toEqual([{ public_slug: free(vendedor), role: "vendedor" }]);
  });

  test("a deleted account's former address reports that the page is gone", async () => {
    const { dealer } = people;
    await claim(dealer, free(dealer));
    await world.sql`delete from auth.users where id = ${dealer.id}`;
    expect(await find(dealer.slug)).toEqual(GONE);
    expect(await find(free(dealer))).toEqual(GONE);
  });

  test("the address of a page that was taken down reports that the page is gone", async () => {
    const { dealer } = people;
    await claim(dealer, null);
    expect(await find(dealer.slug)).toEqual(GONE);
  });

  test("claiming a former address invalidates the previous owner's cached pages", async () => {
    const { vendedor, otherVendedor } = people;
    await claim(vendedor, free(vendedor));
    const heard: string[] = [];
    const listener = new Client(readPgAddress(world.ownerUrl));
    await listener.connect();
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query("listen pages");
    await claim(otherVendedor, vendedor.slug);
    await expect.poll(() => heard).toContain(vendedor.id);
    await listener.end();
  });

  test("a visitor cannot read the table of former addresses", async () => {
    await expect(
      world.as("anonymous", (sql) => sql`select * from private.past_slugs`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("dealer", () => {
  test("a dealer who returns to an old address owns it, and the newer leads to it", async () => {
    const { dealer } = people;
    await claim(dealer, free(dealer));
    await claim(dealer, dealer.slug);
    expect(await find(dealer.slug)).toEqual([]);
    expect(await find(free(dealer))).toEqual([{ public_slug: dealer.slug, role: "concesionario" }]);
  });

  test("a dealer who claims another dealer's former address owns it", async () => {
    const { dealer, otherDealer } = people;
    await claim(dealer, free(dealer));
    await claim(otherDealer, dealer.slug);
    expect(await find(dealer.slug)).toEqual([]);
    await claim(otherDealer, free(otherDealer));
    expect(await find(dealer.slug)).toMatchObject([{ public_slug: free(otherDealer) }]);
  });

  test("a dealer who saves the same address has no former one", async () => {
    const { dealer } = people;
    await claim(dealer, dealer.slug.toUpperCase());
    const kept = await world.sql`select from private.past_slugs where profile_id = ${dealer.id}`;
    expect(kept).toHaveLength(0);
  });

  test("a dealer keeps the address if the change is rejected", async () => {
    const { dealer, otherDealer } = people;
    await expect(claim(dealer, otherDealer.slug)).rejects.toMatchObject({ code: "23505" });
    expect(await find(dealer.slug)).toEqual([]);
  });

  test("a dealer who keeps changing the address has at most 20 former ones", async () => {
    const { dealer } = people;
    for (let n = 0; n < 25; n += 1) await claim(dealer, `${dealer.slug}-${n}`);
    const kept =
      await world.sql`select slug from private.past_slugs where profile_id = ${dealer.id}`;
    expect(kept).toHaveLength(20);
    expect(await find(dealer.slug)).toEqual([]);
    expect(await find(`${dealer.slug}-23`)).toMatchObject([{ public_slug: `${dealer.slug}-24` }]);
  });

  test("a signed-in dealer gets the same redirects as a visitor", async () => {
    const { dealer, otherDealer } = people;
    await claim(otherDealer, free(otherDealer));
    expect(await find(otherDealer.slug, dealer)).toEqual(await find(otherDealer.slug));
  });
});

describe("service", () => {
  test("a new account's address never redirects to another's page", async () => {
    const { dealer, otherDealer } = people;
    await claim(dealer, "autos-del-sol");
    await claim(dealer, free(dealer));
    const slugFor = async (name: string) => {
      const [row] = await world.sql`select private.free_slug(${name}) as slug`;
      return row?.slug;
    };
    expect(await slugFor("Autos del Sol")).toBe("autos-del-sol-2");
    await claim(otherDealer, "autos-de-luna");
    await world.sql`delete from auth.users where id = ${otherDealer.id}`;
    expect(await slugFor("Autos de Luna")).toBe("autos-de-luna");
  });
});
