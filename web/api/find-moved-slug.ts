import { z } from "zod";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { type AnonymousRest, readPublicRows } from "./read-public-rows.ts";

const Answer = z
  .array(z.object({ public_slug: z.string().nullable(), role: z.string().nullable() }))
  .max(1);

/**
 * What happened to a slug that is no longer in use: its page moved to another slug, or was deleted.
 */
export type MovedSlug = { kind: "moved"; slug: string; role: string } | { kind: "gone" };

/**
 * Finds the page that once had this public_slug: its current slug (respond with 301), or gone
 * (410). Returns null for a slug that never existed. Throws PublicRowsUnavailable when the API does
 * not answer.
 */
export async function findMovedSlug(rest: AnonymousRest, slug: string): Promise<MovedSlug | null> {
  if (!PublicSlug.safeParse(slug).success) return null;
  const [row] = Answer.parse(await readPublicRows(rest, "rpc/find_moved_slug", { p_slug: slug }));
  if (row === undefined) return null;
  const { public_slug, role } = row;
  return public_slug && role ? { kind: "moved", slug: public_slug, role } : { kind: "gone" };
}
