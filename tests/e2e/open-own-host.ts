import type { Person } from "#tests/support/people.ts";
import { expect } from "./fixtures.ts";
import { provedDomain } from "./own-zone.ts";
import type { Site } from "./site.ts";

/** Gives a dealership its proved domain and waits until the site knows; the address of its page there. */
export async function openOwnHost(site: Site, dealer: Person): Promise<string> {
  const host = provedDomain(dealer);
  await site.sql`update public.profiles set custom_domain = ${host} where id = ${dealer.id}`;
  await site.sql`update public.profiles set verified_domain = ${host} where id = ${dealer.id}`;
  const isKnown = async () => (await fetch(`${site.url}/_domains/ask?domain=${host}`)).ok;
  await expect.poll(isKnown, { timeout: 20_000, intervals: [250] }).toBe(true);
  return `http://${host}:${new URL(site.url).port}`;
}
