import type { Person } from "#tests/support/people.ts";
import { expect } from "./fixtures.ts";
import { provedDomain } from "./own-zone.ts";
import type { Site } from "./site.ts";

/**
 * Has a dealership's domain verified, as its own button does, and sees that the site knows it; the
 * address of its page there.
 */
export async function openOwnHost(site: Site, { id, client }: Person): Promise<string> {
  const host = provedDomain({ id });
  await site.sql`update public.profiles set custom_domain = ${host} where id = ${id}`;
  const body = { profileId: id };
  const { data } = await client.functions.invoke("verify-custom-domain", { body });
  expect(data).toEqual({ success: true, domain: host });
  expect((await fetch(`${site.url}/_domains/ask?domain=${host}`)).ok).toBe(true);
  return `http://${host}:${new URL(site.url).port}`;
}
