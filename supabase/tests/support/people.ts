import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { World } from "./world.ts";

export type Role = "admin" | "concesionario" | "vendedor";

/** An account with a live session. `aal` is the session's assurance level. */
export type Person = {
  id: string;
  sessionId: string;
  email: string;
  phone: string;
  slug: string;
  aal: "aal1" | "aal2";
};

type Wishes = {
  active?: boolean;
  dealership?: Person;
  features?: Record<string, boolean>;
};

/** Creates an account as an administrator would, and signs it in. */
export async function createPerson(
  { sql }: World,
  role: Role,
  { active = true, dealership, features }: Wishes = {},
): Promise<Person> {
  const mark = randomBytes(5).toString("hex");
  const person: Person = {
    id: randomUUID(),
    sessionId: randomUUID(),
    email: `${role}-${mark}@example.com`,
    phone: String(randomInt(10_000_000_000, 99_999_999_999)),
    slug: `${role === "admin" ? "jefa" : role}-${mark}`,
    aal: "aal1",
  };
  const config = features ? { features } : {};
  await sql`insert into auth.users (id, aud, role, email, phone, email_confirmed_at)
    values (${person.id}, 'authenticated', 'authenticated', ${person.email}, ${person.phone}, now())`;
  await sql`update public.profiles set full_name = ${`Nombre ${mark}`}, role = ${role}, is_active = ${active},
    dealership_id = ${dealership?.id ?? null}, public_slug = ${person.slug}, config = ${sql.json(config)}
    where id = ${person.id}`;
  await sql`select private.prove_email(${person.id})`;
  await sql`insert into auth.sessions (id, user_id, aal) values (${person.sessionId}, ${person.id}, 'aal1')`;
  return person;
}

/** Restores the session that ended with a deactivation. */
export async function signInAgain({ sql }: World, person: Person): Promise<void> {
  await sql`insert into auth.sessions (id, user_id, aal)
    values (${person.sessionId}, ${person.id}, 'aal1')`;
}

/** One person per actor that rules distinguish. */
export type People = {
  admin: Person;
  dealer: Person;
  vendedor: Person;
  otherDealer: Person;
  otherVendedor: Person;
  inactiveDealer: Person;
};

/** Creates two dealerships with a salesperson each, an inactive dealership and an administrator. */
export async function createPeople(world: World): Promise<People> {
  const dealer = await createPerson(world, "concesionario");
  const otherDealer = await createPerson(world, "concesionario");
  return {
    admin: await createPerson(world, "admin"),
    dealer,
    vendedor: await createPerson(world, "vendedor", { dealership: dealer }),
    otherDealer,
    otherVendedor: await createPerson(world, "vendedor", { dealership: otherDealer }),
    inactiveDealer: await createPerson(world, "concesionario", { active: false }),
  };
}

/**
 * Enrols and verifies a second factor and proves it in the session; the token's level is the
 * actor's `aal`.
 */
export async function verifyFactor({ sql }: World, person: Person): Promise<void> {
  await sql`update auth.sessions set aal = 'aal2' where id = ${person.sessionId}`;
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (gen_random_uuid(), ${person.id}, 'totp', 'verified')`;
}

/** Inserts a vehicle as superuser; returns its id. */
export async function createVehicle(
  { sql }: World,
  owner: Person,
  wishes: { published?: boolean; status?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const { published = false, status = "Disponible" } = wishes;
  await sql`insert into public.vehicles (id, user_id, brand, model, year, status, published)
    values (${id}, ${owner.id}, 'Hyundai', 'Kona', 2023, ${status}, ${published})`;
  return id;
}
