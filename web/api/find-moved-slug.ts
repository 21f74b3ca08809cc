import { z } from "zod";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { type AnonymousRest, readPublicRows } from "./read-public-rows.ts";

const Answer = z
  .array(z.object({ public_slug: z.string().nullable(), role: z.string().nullable() }))
  .max(1);

/**
 * What became of an address that nobody has now: it moved to another, or its page is gone for good.
 */
export type MovedSlug = { kind: "moved"; slug: string; role: string } | { kind: "gone" };

/**
 * Where the page went that once had this public_slug: to its present slug, to be answered with 301,
 * or nowhere, to be answered with 410. Gives null for a slug that never was. Throws
 * PublicRowsUnavailable when the api does not answer.
 */
export async function findMovedSlug(rest: AnonymousRest, slug: string): Promise<MovedSlug | null> {
  if (!PublicSlug.safeParse(slug).success) return null;
  const [row] = Answer.parse(await readPublicRows(rest, "rpc/find_moved_slug", { p_slug: slug }));
  if (row === undefined) return null;
  const { public_slug, role } = row;
  return public_slug && role ? { kind: "moved", slug: public_slug, role } : { kind: "gone" };
}
