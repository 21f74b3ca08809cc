import { z } from "zod";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";
import { PublicSeller, SELLER_COLUMNS } from "./public-seller.ts";

const Row = z.object({ dealership: PublicSeller.nullable().catch(null) });

/** A seller with a public page, and their dealership if visitors may read it. */
export type LoadedSeller = { seller: PublicSeller; dealership: PublicSeller | null };

/**
 * IDs of the profiles that the page depends on, including a dealership that visitors cannot read.
 */
export function dependencyIds({ seller }: LoadedSeller): string[] {
  return [seller.id, ...(seller.dealershipId ? [seller.dealershipId] : [])];
}

/**
 * Loads the profile with this public_slug and its dealership, in one request with the anonymous key
 * (docs/product/digital-card.md). `role` restricts the result. Null if no active account has the
 * slug. Throws PublicRowsUnavailable if the API does not answer.
 */
export async function loadPublicSeller(
  rest: AnonymousRest,
  slug: string,
  role?: "vendedor",
): Promise<LoadedSeller | null> {
  if (slug === "" || !PublicSlug.safeParse(slug).success) return null;
  const rows = await readPublicRows(rest, "profiles", {
    select: `${SELLER_COLUMNS},dealership:dealership_id(${SELLER_COLUMNS})`,
    public_slug: `eq.${slug}`,
    ...(role ? { role: `eq.${role}` } : {}),
  });
  const [row] = z.array(z.unknown()).max(1).parse(rows);
  if (row === undefined) return null;
  return { seller: PublicSeller.parse(row), dealership: Row.parse(row).dealership };
}
