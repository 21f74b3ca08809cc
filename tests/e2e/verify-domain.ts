import type { Person } from "#tests/support/people.ts";
import { expect } from "./fixtures.ts";
import { verifiedDomain } from "./test-zone.ts";
import type { Site } from "./site.ts";

/**
 * Verifies a dealership's domain, as its button does, and waits until the site serves it; returns
 * the URL of its page there.
 */
export async function verifyDomain(site: Site, { id, client }: Person): Promise<string> {
  const host = verifiedDomain({ id });
  await site.sql`update public.profiles set custom_domain = ${host} where id = ${id}`;
  const body = { profileId: id };
  const { data } = await client.functions.invoke("verify-custom-domain", { body });
  expect(data).toEqual({ success: true, domain: host });
  expect((await fetch(`${site.url}/_domains/ask?domain=${host}`)).ok).toBe(true);
  return `http://${host}:${new URL(site.url).port}`;
}
