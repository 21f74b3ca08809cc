import type { Person } from "#tests/support/people.ts";
import type { Site } from "../site.ts";

/** The stored profile columns that Settings can change. */
export async function columns(site: Site, { id }: Person) {
  const [row] = await site.sql`
    select full_name, public_slug, custom_domain, config from public.profiles where id = ${id}`;
  return { ...row } as { full_name: string; config: Record<string, unknown> };
}

/** The stored URL of the logo; "none" without such a key. */
export async function logoOf(site: Site, { id }: Person): Promise<string> {
  const [row] = await site.sql<{ logo: string }[]>`
    select config #>> '{profile,logo}' as logo from public.profiles where id = ${id}`;
  return row?.logo ?? "none";
}

/** The names of a person's pictures in the bucket for public pages. */
export async function storedPictures(site: Site, { id }: Person): Promise<string[]> {
  const rows = await site.sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'dealership_logos' and name like ${`${id}/%`}`;
  return rows.map(({ name }) => name);
}
