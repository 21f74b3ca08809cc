import { z } from "zod";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";
import { STOREFRONT_COLUMNS, Storefront } from "./storefront.ts";

const WithParts = z.object({ vehicles: z.array(z.unknown()), team: z.array(z.unknown()) });
/** Maximum people on a dealership's landing, by name. */
const MAX_PEOPLE = 24;

/** Columns and schema of another part of the same row. */
type Part<Value> = { columns: string; schema: z.ZodType<Value> };

/**
 * Loads a dealership by public_slug as visitors see it, in one request with the anonymous key. The
 * caller supplies columns and schema of the seller, read from the same profile. Null for an unknown
 * slug, a salesperson's slug or an inactive account. Throws PublicRowsUnavailable if the API does
 * not answer.
 */
export async function loadStorefront<Seller>(
  rest: AnonymousRest,
  slug: string,
  seller: Part<Seller>,
): Promise<{ storefront: Storefront; seller: Seller } | null> {
  const row = await readDealership(rest, slug, { select: columnsOf(seller) });
  return row === null
    ? null
    : { storefront: Storefront.parse(row), seller: seller.schema.parse(row) };
}

/**
 * As loadStorefront, with the newest available, published vehicles (up to the given number) and the
 * team, in the same request. The caller supplies columns and schemas of vehicles and sellers.
 */
export async function loadLanding<Vehicle, Seller>(
  rest: AnonymousRest,
  slug: string,
  parts: { vehicle: Part<Vehicle> & { limit: number }; seller: Part<Seller> },
): Promise<{ storefront: Storefront; seller: Seller; vehicles: Vehicle[]; team: Seller[] } | null> {
  const { vehicle, seller } = parts;
  const row = await readDealership(rest, slug, {
    select: `${columnsOf(seller)},vehicles!vehicles_user_id_fkey(${vehicle.columns}),team:profiles!dealership_id(${seller.columns})`,
    "vehicles.status": "eq.Disponible",
    "vehicles.published": "is.true",
    "vehicles.order": "created_at.desc,id.desc",
    "vehicles.limit": String(vehicle.limit),
    "team.order": "full_name,id",
    "team.limit": String(MAX_PEOPLE),
  });
  if (row === null) return null;
  const { vehicles, team } = WithParts.parse(row);
  return {
    storefront: Storefront.parse(row),
    seller: seller.schema.parse(row),
    vehicles: z.array(vehicle.schema).parse(vehicles),
    team: z.array(seller.schema).parse(team),
  };
}

/** Merges the columns of storefront and seller without duplicates. */
function columnsOf({ columns }: Part<unknown>): string {
  return [...new Set(`${STOREFRONT_COLUMNS},${columns}`.split(","))].join(",");
}

async function readDealership(rest: AnonymousRest, slug: string, query: Record<string, string>) {
  if (slug === "" || !PublicSlug.safeParse(slug).success) return null;
  const rows = await readPublicRows(rest, "profiles", {
    ...query,
    public_slug: `eq.${slug}`,
    role: "eq.concesionario",
  });
  const [row] = z.array(z.unknown()).max(1).parse(rows);
  return row ?? null;
}
