import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPerson, type Person } from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;

beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const signUp = async (data: { role?: string; full_name?: string }, sql = world.sql) => {
  const id = randomUUID();
  await sql`insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, ${`${id}@example.com`}, ${sql.json(data)})`;
  const [row] =
    await world.sql`select role, is_active, full_name from public.profiles where id = ${id}`;
  return row;
};

const admins = async () => {
  const rows = await world.sql`select id from public.profiles where role = 'admin' and is_active`;
  return rows.length;
};

describe("the first administrator", () => {
  test("the first sign-up with the role admin becomes the active administrator", async () => {
    expect(await signUp({ role: "admin", full_name: "Ada" })).toEqual({
      role: "admin",
      is_active: true,
      full_name: "Ada",
    });
  });

  test("a later sign-up with the role admin becomes an inactive vendedor", async () => {
    await signUp({ role: "admin" });
    expect(await signUp({ role: "admin" })).toMatchObject({ role: "vendedor", is_active: false });
    expect(await admins()).toBe(1);
  });

  test.each([{ role: "concesionario" }, { role: "vendedor" }, {}])(
    "a sign-up with %j becomes an inactive vendedor, with or without an admin",
    async (data) => {
      const ordinary = { role: "vendedor", is_active: false };
      expect(await signUp(data)).toMatchObject(ordinary);
      await signUp({ role: "admin" });
      expect(await signUp(data)).toMatchObject(ordinary);
    },
  );

  test("of eight concurrent sign-ups one becomes administrator, the others fail", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        world.sql.begin(async (sql) => {
          const id = randomUUID();
          await sql`insert into auth.users (id, email, raw_user_meta_data)
            values (${id}, ${`${id}@example.com`}, '{"role": "admin"}')`;
        }),
      ),
    );
    expect(await admins()).toBe(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "P0001", hint: "signup_disabled" });
      }
    }
  });

  test("a sign-up that waits for another's commit is rejected", async () => {
    const first = world.sql.begin(async (sql) => {
      await sql`insert into auth.users (id, email, raw_user_meta_data)
        values (${randomUUID()}, 'a@example.com', '{"role": "admin"}')`;
      const second = world.sql`insert into auth.users (id, email, raw_user_meta_data)
        values (${randomUUID()}, 'b@example.com', '{"role": "admin"}')`.then(
        () => "made",
        (error) => error,
      );
      await waitForLock(world);
      return { second };
    });
    expect(await (await first).second).toMatchObject({ code: "P0001", hint: "signup_disabled" });
    expect(await world.sql`select email from auth.users`).toEqual([{ email: "a@example.com" }]);
  });

  test("a visitor learns only whether an administrator exists", async () => {
    const ask = () => world.as("anonymous", (sql) => sql`select public.admin_exists() as answer`);
    expect(await ask()).toEqual([{ answer: false }]);
    await signUp({ role: "admin" });
    expect(await ask()).toEqual([{ answer: true }]);
  });
});

describe("the last administrator", () => {
  let admin: Person;
  let colleague: Person;

  beforeEach(async () => {
    admin = await createPerson(world, "admin");
    colleague = await createPerson(world, "admin");
  });

  const demote = (actor: Actor, whom: Person) =>
    world.as(
      actor,
      (sql) => sql`update public.profiles set role = 'vendedor' where id = ${whom.id}`,
    );
  const deactivate = (actor: Actor, whom: Person) =>
    world.as(
      actor,
      (sql) => sql`update public.profiles set is_active = false where id = ${whom.id}`,
    );
  const remove = (actor: Actor, whom: Person) =>
    world.as(actor, (sql) => sql`select public.delete_user_by_admin(${whom.id})`);

  test.each([
    ["demotes", demote],
    ["deactivates", deactivate],
    ["deletes", remove],
  ])("an administrator who %s themselves is rejected, even with a colleague", async (_, act) => {
    await expect(act(admin, admin)).rejects.toMatchObject({
      code: "P0001",
      message: expect.stringMatching(/^No puedes .* tu propia cuenta de administrador\.$/),
    });
    expect(await admins()).toBe(2);
  });

  test.each([
    ["demotes", demote],
    ["deactivates", deactivate],
    ["deletes", remove],
  ])("an administrator %s a colleague", async (_, act) => {
    await act(admin, colleague);
    expect(await admins()).toBe(1);
  });

  test("of two who remove each other concurrently, one remains", async () => {
    const results = await Promise.allSettled([
      remove(admin, colleague),
      deactivate(colleague, admin),
    ]);
    expect(await admins()).toBe(1);
    // A second removal that came too late fails or sees no row.
    const done = results.filter((each) => each.status === "fulfilled" && each.value.count > 0);
    expect(done).toHaveLength(1);
  });

  test("cannot be removed by the service, a deletion or a ban", async () => {
    await remove(admin, colleague);
    const last = { code: "P0001", message: "Debe quedar al menos un administrador activo." };
    await expect(demote("service", admin)).rejects.toMatchObject(last);
    await expect(deactivate("service", admin)).rejects.toMatchObject(last);
    await expect(world.sql`delete from auth.users where id = ${admin.id}`).rejects.toMatchObject(
      last,
    );
    await expect(
      world.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${admin.id}`,
    ).rejects.toMatchObject(last);
    expect(await admins()).toBe(1);
  });
});
