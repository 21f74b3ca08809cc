import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPerson, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let person: Person;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  person = await createPerson(world, "concesionario");
});
afterAll(() => world.close());

const state = async () => {
  const [row] =
    await world.sql`select p.is_active, coalesce(u.banned_until > now(), false) as banned,
    p.email, p.phone from auth.users u join public.profiles p using (id) where id = ${person.id}`;
  return row;
};

describe("account and profile", () => {
  test("deactivating a profile bans the account, and activating lifts the ban", async () => {
    await world.sql`update public.profiles set is_active = false where id = ${person.id}`;
    expect(await state()).toMatchObject({ is_active: false, banned: true });
    await world.sql`update public.profiles set is_active = true where id = ${person.id}`;
    expect(await state()).toMatchObject({ is_active: true, banned: false });
  });

  test("banning an account deactivates its profile; an unban does not activate it", async () => {
    await world.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
    expect(await state()).toMatchObject({ is_active: false, banned: true });
    await world.sql`update auth.users set banned_until = null where id = ${person.id}`;
    expect(await state()).toMatchObject({ is_active: false, banned: true });
  });

  test("a ban ends at a time that GoTrue can read", async () => {
    await world.sql`update public.profiles set is_active = false where id = ${person.id}`;
    const [row] =
      await world.sql`select isfinite(banned_until) as readable from auth.users where id = ${person.id}`;
    expect(row?.readable).toBe(true);
  });

  test("changing an account's e-mail and phone changes the profile's", async () => {
    await world.sql`update auth.users set email = 'nuevo@example.com', phone = '15550001111' where id = ${person.id}`;
    expect(await state()).toMatchObject({ email: "nuevo@example.com", phone: "15550001111" });
  });
});

describe("sessions", () => {
  const work = (who: Person) => world.as(who, (sql) => sql`select 1 as n`);
  const ended = { code: "PT401" };

  test("a live session is accepted", async () => {
    expect(await work(person)).toEqual([{ n: 1 }]);
  });

  test("a signed-out session is rejected", async () => {
    await world.sql`delete from auth.sessions where id = ${person.sessionId}`;
    await expect(work(person)).rejects.toMatchObject(ended);
  });

  test("an expired session is rejected", async () => {
    await world.sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${person.sessionId}`;
    await expect(work(person)).rejects.toMatchObject(ended);
  });

  test("another person's, a malformed and a missing session are rejected", async () => {
    const other = await createPerson(world, "concesionario");
    await expect(work({ ...person, sessionId: other.sessionId })).rejects.toMatchObject(ended);
    await expect(work({ ...person, sessionId: "x" })).rejects.toMatchObject(ended);
    await expect(work({ ...person, sessionId: "" })).rejects.toMatchObject(ended);
  });

  test("a deleted account's session is rejected", async () => {
    await world.sql`delete from auth.users where id = ${person.id}`;
    await expect(work(person)).rejects.toMatchObject(ended);
  });

  test("anonymous and service callers need no session", async () => {
    const who = (actor: "anonymous" | "service") =>
      world.as(actor, (sql) => sql`select current_user::text as name, auth.uid() as id`);
    expect(await who("anonymous")).toEqual([{ name: "anon", id: null }]);
    expect(await who("service")).toEqual([{ name: "service_role", id: null }]);
  });
});
