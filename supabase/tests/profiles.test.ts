import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People, type Person } from "./support/people.ts";
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

const namesFor = async (actor: Actor, whom: Person[]) => {
  const ids = whom.map(({ id }) => id);
  const rows = await world.as(
    actor,
    (sql) => sql<{ id: string }[]>`select id from public.profiles where id = any(${ids})`,
  );
  return rows.map(({ id }) => whom.find((person) => person.id === id)).filter(Boolean);
};

const rename = (actor: Actor, whom: Person) =>
  world.as(
    actor,
    (sql) => sql`update public.profiles set full_name = 'Otro Nombre' where id = ${whom.id}`,
  );

const nameOf = async (whom: Person) => {
  const [row] = await world.sql`select full_name from public.profiles where id = ${whom.id}`;
  return row?.full_name;
};

describe("anonymous", () => {
  test("a visitor reads the public columns of an active profile with a slug", async () => {
    const { dealer } = people;
    const rows = await world.as(
      "anonymous",
      (sql) => sql`select id, full_name, role, public_slug, dealership_id, public_config
        from public.profiles where public_slug = ${dealer.slug}`,
    );
    expect(rows).toMatchObject([{ id: dealer.id, role: "concesionario" }]);
  });

  test.each(["email", "phone", "is_active", "config", "custom_domain", "vehicle_count"])(
    "a visitor cannot read, filter or sort by %s",
    async (column) => {
      const refusal = { code: "42501" };
      await expect(
        world.as("anonymous", (sql) => sql`select ${sql(column)} from public.profiles`),
      ).rejects.toMatchObject(refusal);
      await expect(
        world.as(
          "anonymous",
          (sql) => sql`select id from public.profiles where ${sql(column)} is not null`,
        ),
      ).rejects.toMatchObject(refusal);
      await expect(
        world.as("anonymous", (sql) => sql`select id from public.profiles order by ${sql(column)}`),
      ).rejects.toMatchObject(refusal);
    },
  );

  test("a visitor sees no inactive profile and none without a slug", async () => {
    const { vendedor, inactiveDealer } = people;
    await world.sql`update public.profiles set public_slug = null where id = ${vendedor.id}`;
    expect(await namesFor("anonymous", [vendedor, inactiveDealer])).toEqual([]);
  });

  test("a visitor sees salespeople unless their dealership is inactive", async () => {
    const { dealer, vendedor, otherDealer, otherVendedor } = people;
    const single = await createPerson(world, "vendedor");
    const all = [vendedor, otherVendedor, single];
    const seen = async () => new Set(await namesFor("anonymous", all));
    await world.sql`update public.profiles set public_slug = null where id = ${dealer.id}`;
    await world.sql`update public.profiles set is_active = false where id = ${otherDealer.id}`;
    expect(await seen()).toEqual(new Set([vendedor, single]));
    await world.sql`update public.profiles set is_active = true where id = ${otherDealer.id}`;
    expect(await seen()).toEqual(new Set(all));
  });

  test("a visitor cannot write a profile", async () => {
    await expect(rename("anonymous", people.dealer)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("own dealer", () => {
  test("a dealership sees only itself and its team", async () => {
    const { dealer, vendedor, ...others } = people;
    expect(await namesFor(dealer, Object.values(people))).toEqual(
      expect.arrayContaining([dealer, vendedor]),
    );
    expect(await namesFor(dealer, Object.values(others))).toEqual([]);
  });

  test("a dealership edits itself and its salesperson", async () => {
    const { dealer, vendedor } = people;
    await rename(dealer, dealer);
    await rename(dealer, vendedor);
    expect(await nameOf(dealer)).toBe("Otro Nombre");
    expect(await nameOf(vendedor)).toBe("Otro Nombre");
  });

  test("a dealership cannot delete profiles", async () => {
    const { dealer, vendedor } = people;
    await expect(
      world.as(dealer, (sql) => sql`delete from public.profiles where id = ${vendedor.id}`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("other dealer", () => {
  test("a dealership can change neither another dealership nor its salesperson", async () => {
    const { dealer, vendedor, otherDealer } = people;
    expect((await rename(otherDealer, dealer)).count).toBe(0);
    expect((await rename(otherDealer, vendedor)).count).toBe(0);
    expect(await nameOf(dealer)).not.toBe("Otro Nombre");
    expect(await nameOf(vendedor)).not.toBe("Otro Nombre");
  });

  test("an upsert over another's profile by slug is rejected", async () => {
    const { dealer, otherDealer } = people;
    await expect(
      world.as(
        otherDealer,
        (sql) => sql`insert into public.profiles (id, public_slug, full_name)
          values (${otherDealer.id}, ${dealer.slug}, 'Robado')
          on conflict (public_slug) do update set full_name = excluded.full_name`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
    expect(await nameOf(dealer)).not.toBe("Robado");
  });
});

describe("vendedor", () => {
  test("a salesperson sees only their own and the dealership's profile", async () => {
    const { dealer, vendedor, otherDealer, otherVendedor } = people;
    const seen = await namesFor(vendedor, [dealer, vendedor, otherDealer, otherVendedor]);
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(expect.arrayContaining([dealer, vendedor]));
  });

  test("a salesperson can edit their own profile, not the dealership's", async () => {
    const { dealer, vendedor } = people;
    await rename(vendedor, vendedor);
    expect(await nameOf(vendedor)).toBe("Otro Nombre");
    expect((await rename(vendedor, dealer)).count).toBe(0);
    expect(await nameOf(dealer)).not.toBe("Otro Nombre");
  });

  test("a salesperson does not see a deactivated dealership", async () => {
    const { dealer, vendedor } = people;
    await world.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    expect(await namesFor(vendedor, [dealer, vendedor])).toEqual([vendedor]);
  });
});

describe("inactive", () => {
  test("an inactive person cannot read any profile, not even their own", async () => {
    expect(await namesFor(people.inactiveDealer, Object.values(people))).toEqual([]);
  });

  test("an inactive person's write is rejected", async () => {
    const { inactiveDealer } = people;
    await expect(rename(inactiveDealer, inactiveDealer)).rejects.toMatchObject({ code: "42501" });
    expect(await nameOf(inactiveDealer)).not.toBe("Otro Nombre");
  });

  test("a person without a profile creates one, always an inactive vendedor", async () => {
    const { otherVendedor, dealer } = people;
    await world.sql`delete from public.profiles where id = ${otherVendedor.id}`;
    const [row] = await world.as(
      otherVendedor,
      (sql) => sql`insert into public.profiles (id, full_name, role, dealership_id, is_active)
        values (${otherVendedor.id}, 'De Vuelta', 'admin', ${dealer.id}, true)
        on conflict (id) do update set full_name = excluded.full_name, role = excluded.role,
          dealership_id = excluded.dealership_id
        returning *`,
    );
    expect(row).toMatchObject({
      full_name: "De Vuelta",
      role: "vendedor",
      is_active: false,
      dealership_id: null,
      email: otherVendedor.email,
    });
  });

  test("a person cannot create a profile with another's id", async () => {
    const { dealer, otherVendedor } = people;
    await world.sql`delete from public.profiles where id = ${otherVendedor.id}`;
    await expect(
      world.as(dealer, (sql) => sql`insert into public.profiles (id) values (${otherVendedor.id})`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("admin", () => {
  test("an administrator sees and edits everyone", async () => {
    const everybody = Object.values(people);
    expect(await namesFor(people.admin, everybody)).toHaveLength(everybody.length);
    await rename(people.admin, people.inactiveDealer);
    expect(await nameOf(people.inactiveDealer)).toBe("Otro Nombre");
  });

  test("an administrator's upsert of their own profile keeps the role", async () => {
    const { admin } = people;
    const [row] = await world.as(
      admin,
      (sql) => sql`insert into public.profiles (id, full_name, role, dealership_id)
        values (${admin.id}, 'La Jefa', 'admin', null)
        on conflict (id) do update set full_name = excluded.full_name, role = excluded.role,
          dealership_id = excluded.dealership_id
        returning *`,
    );
    expect(row).toMatchObject({ full_name: "La Jefa", role: "admin", is_active: true });
  });

  test("an inactive administrator can neither read nor edit a profile", async () => {
    const retired = await createPerson(world, "admin", { active: false });
    expect(await namesFor(retired, Object.values(people))).toEqual([]);
    await expect(rename(retired, people.dealer)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("service", () => {
  test("the service key reads and writes every profile", async () => {
    const everybody = Object.values(people);
    expect(await namesFor("service", everybody)).toHaveLength(everybody.length);
    await rename("service", people.dealer);
    expect(await nameOf(people.dealer)).toBe("Otro Nombre");
  });
});
