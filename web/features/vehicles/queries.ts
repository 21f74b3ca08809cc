import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { wordsIn } from "#contract/text/search-words.ts";
import { unitsOf } from "#contract/units.ts";
import { rowMask, Vehicle } from "#contract/vehicle.ts";
import { cacheUnits } from "#web/session/dealership/use-units.ts";
import { UNITS_COLUMNS } from "#web/session/session-user.ts";

/** Query keys; invalidating `all` refreshes every list and page. */
export const vehicleKeys = {
  all: ["vehicles"] as const,
  inventory: (ownerId: string) => ["vehicles", "inventory", ownerId] as const,
  texts: (ownerId: string) => ["vehicles", "texts", ownerId] as const,
  figures: (ownerId: string) => ["vehicles", "figures", ownerId] as const,
  one: (id: string) => ["vehicles", "one", id] as const,
  ofVin: (input: object) => ["vehicles", "vin", input] as const,
};

/** A vehicle's columns on the dashboard. */
export const InventoryVehicle = Vehicle.pick({
  id: true,
  user_id: true,
  ...rowMask("inventory"),
  published: true,
  reserved_until: true,
  views: true,
  created_at: true,
}).extend({
  /** The first photo; cards show no other. */
  cover: z.string().nullable(),
});
export type InventoryVehicle = z.infer<typeof InventoryVehicle> & {
  /** Purchase date, for people with access to figures. */
  acquired_on?: string | undefined;
};

const INVENTORY_COLUMNS = Object.keys(InventoryVehicle.shape)
  .map((name) => (name === "cover" ? "cover:images->>0" : name))
  .join(",");
const OwnedVehicle = Vehicle.extend({ owner: z.unknown() });
const VEHICLE_COLUMNS = Object.keys(Vehicle.shape).join(",");
/** Supabase's maximum rows per response. */
const PAGE_SIZE = 1000;

/**
 * All vehicles of a dealership, newest first (docs/product/inventory.md). Throws PostgREST's error.
 */
export function inventoryQuery(supabase: SupabaseClient, ownerId: string) {
  return queryOptions({
    queryKey: vehicleKeys.inventory(ownerId),
    queryFn: async ({ signal }) => {
      const [rows, { data, error }] = await Promise.all([
        readAll(supabase, { ownerId, columns: INVENTORY_COLUMNS, signal }),
        supabase.rpc("get_acquired_days", { p_dealership_id: ownerId }).abortSignal(signal),
      ]);
      if (error) throw error;
      const days = new Map(z.array(z.tuple([z.guid(), z.string()])).parse(data));
      return z
        .array(InventoryVehicle)
        .parse(rows)
        .map((row): InventoryVehicle => ({ ...row, acquired_on: days.get(row.id) }));
    },
  });
}

const SearchedVehicle = z.object({
  id: z.guid(),
  search_text: z.string(),
  /** Other names that customers use. */
  vehicle_synonyms: z.string(),
  ...Vehicle.pick({
    body_style: true,
    drivetrain: true,
    engine: true,
    trim: true,
    interior_color: true,
    equipment: true,
    description: true,
  }).shape,
});

/** Folded facts of a vehicle, separated by spaces, and its description. */
export type SearchedTexts = { facts: string; written: string };

/**
 * Further searchable text of a dealership's vehicles by ID; loaded when someone searches. Throws
 * PostgREST's error.
 */
export function searchTextsQuery(supabase: SupabaseClient, ownerId: string) {
  return queryOptions({
    queryKey: vehicleKeys.texts(ownerId),
    queryFn: async ({ signal }) => {
      const columns = Object.keys(SearchedVehicle.shape).join(",");
      const rows = await readAll(supabase, { ownerId, columns, signal });
      return new Map(z.array(SearchedVehicle).parse(rows).map(textsOf));
    },
  });
}

function textsOf(row: z.infer<typeof SearchedVehicle>): [id: string, texts: SearchedTexts] {
  const { id, search_text, vehicle_synonyms, body_style, drivetrain, ...written } = row;
  const join = (texts: (string | null)[]) => texts.filter(Boolean).join(" ");
  const facts = wordsIn(join([search_text, vehicle_synonyms, body_style, drivetrain])).join(" ");
  return [id, { facts, written: join(Object.values(written).flat()) }];
}

const VehicleFigures = z.object({
  id: z.guid(),
  photos: z.number().int(),
  /** Leads that the person may see. */
  leads: z.number().int(),
});
export type VehicleFigures = z.infer<typeof VehicleFigures>;

/** Figures for the table by vehicle ID; loaded while it is shown. Throws PostgREST's error. */
export function inventoryFiguresQuery(supabase: SupabaseClient, ownerId: string) {
  return queryOptions({
    queryKey: vehicleKeys.figures(ownerId),
    queryFn: async ({ signal }): Promise<Record<string, VehicleFigures>> => {
      const { data, error } = await supabase
        .rpc("get_inventory_figures", { p_dealership_id: ownerId })
        .abortSignal(signal);
      if (error) throw error;
      return Object.fromEntries(
        z
          .array(VehicleFigures)
          .parse(data)
          .map((figures) => [figures.id, figures]),
      );
    },
  });
}

/** Reads all vehicles of a dealership page by page, newest first. */
async function readAll(
  supabase: SupabaseClient,
  request: { ownerId: string; columns: string; signal: AbortSignal },
): Promise<unknown[]> {
  const { ownerId, columns, signal } = request;
  const rows: unknown[] = [];
  for (let first = 0; first === rows.length; first += PAGE_SIZE) {
    const { data, error } = await supabase
      .from("vehicles")
      .select(columns)
      .eq("user_id", ownerId)
      .order("created_at", { ascending: false })
      .order("id")
      .range(first, first + PAGE_SIZE - 1)
      .abortSignal(signal);
    if (error) throw error;
    rows.push(...data);
  }
  return rows;
}

/**
 * A vehicle with all columns and its units; null if the person does not manage it (views of other
 * public vehicles are not readable). Throws PostgREST's error.
 */
export function vehicleQuery(supabase: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: vehicleKeys.one(id),
    queryFn: async ({ client, signal }) => {
      if (!Vehicle.shape.id.safeParse(id).success) return null;
      const { data, error } = await supabase
        .from("vehicles")
        .select(`${VEHICLE_COLUMNS},owner:user_id(${UNITS_COLUMNS})`)
        .eq("id", id)
        .not("views", "is", null)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      if (data === null) return null;
      const { owner, ...vehicle } = OwnedVehicle.parse(data);
      cacheUnits(client, vehicle.user_id, unitsOf(owner));
      return vehicle;
    },
  });
}

/** Team size of a dealership: linked profiles plus 1. Throws PostgREST's error. */
export function teamSizeQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["team-size", dealershipId] as const,
    queryFn: async ({ signal }) => {
      const { count, error } = await supabase
        .from("profiles")
        .select("id", { count: "exact", head: true })
        .eq("dealership_id", dealershipId)
        .abortSignal(signal);
      if (error) throw error;
      return (count ?? 0) + 1;
    },
  });
}
