import type { SupabaseClient } from "@supabase/supabase-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { searchPatterns } from "#web/api/search-filter.ts";
import { Cursor, type InventorySearch, type SortKey } from "./inventory-search.ts";

/** A row of the platform inventory (docs/product/admin.md). */
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
  place: Cursor,
});
export type PlatformVehicle = z.infer<typeof PlatformVehicle>;

/** A page of vehicles, and whether it is the last one. */
export type PlatformPage = { vehicles: PlatformVehicle[]; isLast: boolean };

export const PAGE_SIZE = 50;

const sorts: Record<SortKey, string> = {
  reciente: "created_at",
  vehiculo: "name",
  propietario: "owner",
  vin: "vin",
  publicado: "published",
  vistas: "views",
};

/**
 * One page of all dealerships' vehicles (rpc search_platform_vehicles, administrators only). Throws
 * PostgREST's error.
 */
export function platformVehiclesQuery(supabase: SupabaseClient, search: InventorySearch) {
  const { text, sort, descending, from, backwards } = search;
  return queryOptions({
    queryKey: ["platform-inventory", "page", search],
    queryFn: async ({ signal }): Promise<PlatformPage> => {
      const { data, error } = await supabase
        .rpc("search_platform_vehicles", {
          p_patterns: searchPatterns(text),
          p_sort: sorts[sort],
          p_descending: descending,
          p_from: from,
          p_backwards: backwards,
          // One more row tells whether there is a next page.
          p_limit: PAGE_SIZE + 1,
        })
        .abortSignal(signal);
      if (error) throw error;
      const found = z.array(PlatformVehicle).parse(data);
      const vehicles = found.slice(0, PAGE_SIZE);
      if (backwards) return { vehicles: vehicles.reverse(), isLast: false };
      return { vehicles, isLast: found.length <= PAGE_SIZE };
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Number of matching vehicles; an estimate beyond 10,000 (rpc count_platform_vehicles). Throws
 * PostgREST's error.
 */
export function platformCountQuery(supabase: SupabaseClient, text: string) {
  return queryOptions({
    queryKey: ["platform-inventory", "count", text],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("count_platform_vehicles", { p_patterns: searchPatterns(text) })
        .abortSignal(signal);
      if (error) throw error;
      return z.number().parse(data);
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Total vehicles and views of the platform (rpc get_platform_inventory_totals). Throws PostgREST's
 * error.
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
