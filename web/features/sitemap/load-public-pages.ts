import { z } from "zod";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";

const Profile = z.object({ public_slug: z.string(), role: z.string() });
const Vehicle = z.object({ id: z.guid(), changed_at: z.string() });

/** The profiles and vehicles that have a public page. */
export type PublicPages = {
  profiles: { slug: string; role: string }[];
  vehicles: { id: string; changedAt: string }[];
};

/**
 * One dealership's pages, those with IDs of this prefix, or all. `limit` applies to profiles and
 * vehicles separately.
 */
type Wanted = { dealershipId?: string | undefined; part?: string; limit: number };

/**
 * The public pages, read in two concurrent requests with the anonymous key, so that only pages
 * visible to visitors are listed. Throws PublicRowsUnavailable if the API does not answer.
 */
export async function loadPublicPages(rest: AnonymousRest, wanted: Wanted): Promise<PublicPages> {
  const [profiles, vehicles] = await Promise.all([
    readPublicRows(rest, "profiles", { select: "public_slug,role", ...profileQuery(wanted) }),
    readPublicRows(rest, "rpc/get_sitemap_vehicles", vehicleArguments(wanted)),
  ]);
  return {
    profiles: z
      .array(Profile)
      .parse(profiles)
      .map(({ public_slug: slug, role }) => ({ slug, role })),
    vehicles: z
      .array(Vehicle)
      .parse(vehicles)
      .map(({ id, changed_at: changedAt }) => ({ id, changedAt })),
  };
}

/** Number of pages; an estimate if there are many. */
export async function countPublicPages(rest: AnonymousRest): Promise<number> {
  return z.number().parse(await readPublicRows(rest, "rpc/get_sitemap_size", {}));
}

/** Dealerships, or one dealership and its salespeople. */
function profileQuery({ dealershipId, part, limit }: Wanted): Record<string, string> {
  const owners = dealershipId
    ? `(id.eq.${dealershipId},dealership_id.eq.${dealershipId})`
    : "(role.eq.concesionario,dealership_id.not.is.null)";
  return { or: owners, public_slug: "not.is.null", ...within(part), ...first(limit) };
}

/** Visitors cannot read when a vehicle changed, so an SQL function returns it for sitemaps. */
function vehicleArguments({ dealershipId, part, limit }: Wanted): Record<string, string> {
  return {
    p_limit: String(limit),
    ...(dealershipId ? { p_dealership_id: dealershipId } : {}),
    ...(part ? { p_first: idFrom(part, "0"), p_last: idFrom(part, "f") } : {}),
  };
}

function first(limit: number) {
  return { order: "id", limit: String(limit) };
}

function within(part: string | undefined): Record<string, string> {
  return part ? { and: `(id.gte.${idFrom(part, "0")},id.lte.${idFrom(part, "f")})` } : {};
}

function idFrom(start: string, digit: string): string {
  return start.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
