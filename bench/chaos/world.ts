import { randomInt, randomUUID } from "node:crypto";
import type { SqlPool } from "../../backend/src/postgres/pool.ts";
import { createTestClient } from "../../backend/tests/support/create-test-client.ts";
import { smallJpeg } from "../../backend/tests/support/images.ts";
import { createDealership } from "../../tests/support/people.ts";
import type { createRequester } from "./ask.ts";
import { type Ledger, openLedger } from "./ledger.ts";

/**
 * A dealer with a session for the whole run, and a vehicle with a price that only this dealer's
 * acts change.
 */
export type Dealer = {
  id: string;
  slug: string;
  email: string;
  password: string;
  token: string;
  vehicle: string;
  /** True while an act is running that must not overlap with another of its kind. */
  isPricing: boolean;
  isRefreshing: boolean;
};

/** What every act works with. */
export type World = {
  ask: ReturnType<typeof createRequester>["ask"];
  anonKey: string;
  dealers: Dealer[];
  photo: Buffer;
  ledger: Ledger;
};

type Place = { url: string; anonKey: string; serviceKey: string; sql: SqlPool };

const dealers = 16;

/** Creates accounts and a few hundred vehicles. */
export async function createWorld(place: Place, ask: World["ask"]): Promise<World> {
  const { url, anonKey, serviceKey, sql } = place;
  const service = () => createTestClient(url, serviceKey);
  const ledger = openLedger();
  const people: Dealer[] = [];
  for (let number = 0; number < dealers; number += 1) {
    const slug = `caos-${number}`;
    const person = await createDealership({ url, anonKey, service, sql }, { slug });
    const { data } = await person.client.auth.getSession();
    const [row] = await sql<{ id: string }[]>`
      insert into public.vehicles (user_id, brand, model, year, price, published)
      select ${person.id}, 'Kia', 'Rio ' || n, 2015 + n % 9, (9000 + n)::text, true from generate_series(1, 25) as n returning id`;
    ledger.tokens.set(person.id, data.session?.refresh_token ?? "");
    people.push({
      id: person.id,
      slug,
      email: person.email,
      password: person.password,
      token: data.session?.access_token ?? "",
      vehicle: row?.id ?? "",
      isPricing: false,
      isRefreshing: false,
    });
  }
  return { ask, anonKey, dealers: people, photo: await smallJpeg(960, 720), ledger };
}

/** A random client address, as from a proxy. */
export function randomAddress(): string {
  return `203.${randomInt(0, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
}

export function randomEmail(): string {
  return `c-${randomUUID()}@example.com`;
}
