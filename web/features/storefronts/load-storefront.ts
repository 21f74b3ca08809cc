import { z } from "zod";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";
import { STOREFRONT_COLUMNS, Storefront } from "./storefront.ts";

const WithParts = z.object({ vehicles: z.array(z.unknown()), team: z.array(z.unknown()) });
/** So many of its people a dealership's landing shows, by name. */
const MOST_PEOPLE = 24;

/** What somebody else reads of the same answer: columns and their schema. */
type Part<Value> = { columns: string; schema: z.ZodType<Value> };

/**
 * The dealership with the given public_slug as visitors see it, in one request with the anonymous
 * key. Takes the columns and schema of a seller, columns of the same profile, from whoever shows
 * one. Gives null for an address that nobody has, that is a vendedor's, or whose account is
 * inactive. Throws PublicRowsUnavailable when the api does not answer.
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
 * The dealership together with its newest available, published vehicles and its people as visitors
 * may read them, in one request; otherwise as loadStorefront. Takes from whoever shows them the
 * columns and schema of a vehicle and of a seller (columns of the same profile, and of each
 * vendedor's), and how many vehicles at most.
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
    "team.limit": String(MOST_PEOPLE),
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

/** What a storefront and a seller are made of, each column once. */
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
