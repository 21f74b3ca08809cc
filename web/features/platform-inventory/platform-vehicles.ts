import type { SupabaseClient } from "@supabase/supabase-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { searchFilters } from "#web/api/search-filter.ts";
import type { InventorySearch, SortKey } from "./inventory-search.ts";

/** A vehicle as the platform's inventory lists it (product section 2). */
export const PlatformVehicle = z.object({
  id: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  vin: z.string().nullable(),
  published: z.boolean(),
  view_count: z.number(),
  owner_name: z.string().nullable(),
  owner_email: z.string().nullable(),
});
export type PlatformVehicle = z.infer<typeof PlatformVehicle>;

/** One page of vehicles and how many the search finds in all. */
export type PlatformPage = { vehicles: PlatformVehicle[]; total: number };

export const PAGE_SIZE = 50;

const COLUMNS = Object.keys(PlatformVehicle.shape).join(",");

/**
 * One page of every dealership's vehicles (rpc get_all_vehicles_with_owner_and_views, admins only).
 * Throws PostgREST's error.
 */
export function platformVehiclesQuery(supabase: SupabaseClient, search: InventorySearch) {
  return queryOptions({
    queryKey: ["platform-inventory", "page", search],
    queryFn: async ({ signal }): Promise<PlatformPage> => {
      const first = (search.page - 1) * PAGE_SIZE;
      let query = supabase
        .rpc("get_all_vehicles_with_owner_and_views", {}, { count: "exact" })
        .select(COLUMNS)
        .range(first, first + PAGE_SIZE - 1)
        .abortSignal(signal);
      for (const words of searchFilters(search.text, { text: "search_text" }))
        query = query.or(words);
      for (const [column, descending] of orderOf(search)) {
        query = query.order(column, { ascending: !descending, nullsFirst: false });
      }
      const { data, count, error } = await query;
      if (error) throw error;
      const vehicles = z.array(PlatformVehicle).parse(data);
      return { vehicles, total: count ?? vehicles.length };
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * How many vehicles the platform has, and how often they were seen (rpc
 * get_platform_inventory_totals). Throws PostgREST's error.
 */
export function platformTotalsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["platform-inventory", "totals"],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("get_platform_inventory_totals")
        .abortSignal(signal)
        .single();
      if (error) throw error;
      return z.object({ vehicle_count: z.number(), view_count: z.number() }).parse(data);
    },
  });
}

const columns: Record<SortKey, string[]> = {
  reciente: ["created_at"],
  vehiculo: ["brand", "model", "year"],
  propietario: ["owner_name"],
  vin: ["vin"],
  publicado: ["published"],
  vistas: ["view_count"],
};

/** The columns of the order; the id last, so that no vehicle is on two pages. */
function orderOf({ sort, descending }: InventorySearch): [column: string, descending: boolean][] {
  return [
    ...columns[sort].map((column) => [column, descending] as [string, boolean]),
    ["id", false],
  ];
}
