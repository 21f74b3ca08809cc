import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { rowMask, Vehicle } from "#contract/vehicle.ts";

/** Where loaded vehicles are kept; invalidating `all` refreshes every list and page. */
export const vehicleKeys = {
  all: ["vehicles"] as const,
  inventory: (ownerId: string) => ["vehicles", "inventory", ownerId] as const,
  one: (id: string) => ["vehicles", "one", id] as const,
};

/** What a dashboard card needs of a vehicle. */
export const InventoryVehicle = Vehicle.pick({
  id: true,
  user_id: true,
  ...rowMask("inventory"),
  published: true,
  views: true,
}).extend({
  /** The first photo; a card shows no other. */
  cover: z.string().nullable(),
});
export type InventoryVehicle = z.infer<typeof InventoryVehicle>;

const INVENTORY_COLUMNS = Object.keys(InventoryVehicle.shape)
  .map((name) => (name === "cover" ? "cover:images->>0" : name))
  .join(",");
const VEHICLE_COLUMNS = Object.keys(Vehicle.shape).join(",");
/** As many rows as Supabase gives at most in one answer. */
const PAGE_SIZE = 1000;

/**
 * A dealership's vehicles, newest first (product section 7), all of them. Throws PostgREST's error.
 */
export function inventoryQuery(supabase: SupabaseClient, ownerId: string) {
  return queryOptions({
    queryKey: vehicleKeys.inventory(ownerId),
    queryFn: async ({ signal }) => {
      const vehicles: InventoryVehicle[] = [];
      for (let first = 0; first === vehicles.length; first += PAGE_SIZE) {
        const { data, error } = await supabase
          .from("vehicles")
          .select(INVENTORY_COLUMNS)
          .eq("user_id", ownerId)
          .order("created_at", { ascending: false })
          .order("id")
          .range(first, first + PAGE_SIZE - 1)
          .abortSignal(signal);
        if (error) throw error;
        vehicles.push(...z.array(InventoryVehicle).parse(data));
      }
      return vehicles;
    },
  });
}

/**
 * One vehicle with all its columns; null when there is none that is the person's to manage: of a
 * stranger's public one nobody reads the views. Throws PostgREST's error.
 */
export function vehicleQuery(supabase: SupabaseClient, id: string) {
  return queryOptions({
    queryKey: vehicleKeys.one(id),
    queryFn: async ({ signal }) => {
      if (!Vehicle.shape.id.safeParse(id).success) return null;
      const { data, error } = await supabase
        .from("vehicles")
        .select(VEHICLE_COLUMNS)
        .eq("id", id)
        .not("views", "is", null)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return Vehicle.nullable().parse(data);
    },
  });
}

/**
 * How many people a dealership's team has: linked profiles plus 1 (product section 6). Throws
 * PostgREST's error.
 */
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
