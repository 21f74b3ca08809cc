import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const setPassword = ({ id }: Person, hash: string) =>
  world.sql`update auth.users set encrypted_password = ${hash} where id = ${id}`;

const mailsTo = async ({ email }: Person) =>
  (await world.sql`select template from private.outgoing_mail where recipient = ${email}`).map(
    ({ template }) => template,
  );

test("a person gets one mail for a new password, not for other changes", async () => {
  const dealer = await createPerson(world, "concesionario");
  await setPassword(dealer, "first");
  await world.sql`update auth.users set updated_at = now() where id = ${dealer.id}`;
  expect(await mailsTo(dealer)).toEqual([]);
  await setPassword(dealer, "second");
  await setPassword(dealer, "third");
  expect(await mailsTo(dealer)).toEqual(["password-changed"]);
});

test("an inactive person, or one with an unproved e-mail, gets no mail", async () => {
  const unproved = await createPerson(world, "vendedor");
  await world.sql`update auth.users set email_confirmed_at = null where id = ${unproved.id}`;
  const closed = await createPerson(world, "vendedor", { active: false });
  for (const person of [unproved, closed]) {
    await setPassword(person, "first");
    await setPassword(person, "second");
    expect(await mailsTo(person)).toEqual([]);
  }
});
