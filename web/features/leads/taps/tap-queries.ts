import type { SupabaseClient } from "@supabase/supabase-js";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { ContactTap } from "#contract/customers/contact-tap.ts";
import type { LeadScope } from "../read-leads.ts";

export const tapKeys = { all: ["taps"] as const };

const COLUMNS =
  "id,channel,lead_id,created_at,vehicle:vehicles(id,brand,model,year),seller:profiles!contact_taps_seller_id_fkey(full_name)";
const PAGE_SIZE = 50;
/** Number of past days in which a vehicle's taps are counted. */
export const TAP_WINDOW_DAYS = 30;

/** Equality filters of the scope. */
function equalityFilters(scope: LeadScope): Record<string, string> {
  if (!scope) return {};
  return { [scope.column === "recipient_id" ? "seller_id" : scope.column]: scope.id };
}

/** Taps, newest first, paged; optionally of one vehicle. Throws PostgREST's error. */
export function tapsQuery(supabase: SupabaseClient, scope: LeadScope, vehicleId: string | null) {
  return infiniteQueryOptions({
    queryKey: [...tapKeys.all, "list", scope, vehicleId],
    queryFn: async ({ signal, pageParam: after }) => {
      let query = supabase
        .from("contact_taps")
        .select(COLUMNS)
        .match({ ...equalityFilters(scope), ...(vehicleId && { vehicle_id: vehicleId }) })
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(PAGE_SIZE);
      if (after) {
        const { id, created_at } = after;
        query = query.lte("created_at", created_at).or(`created_at.lt."${created_at}",id.lt.${id}`);
      }
      const { data, error } = await query.abortSignal(signal);
      if (error) throw error;
      return z.array(ContactTap).parse(data);
    },
    initialPageParam: null as Pick<ContactTap, "id" | "created_at"> | null,
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1) : undefined),
  });
}

/**
 * The tap with a message's code; null if it does not exist or the person may not see it. Throws
 * PostgREST's error.
 */
export function tapByCodeQuery(supabase: SupabaseClient, scope: LeadScope, code: string) {
  return queryOptions({
    queryKey: [...tapKeys.all, "code", scope, code],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("contact_taps")
        .select(COLUMNS)
        .match(equalityFilters(scope))
        .contains("codes", [code])
        .order("created_at", { ascending: false })
        .limit(1)
        .abortSignal(signal)
        // The person is waiting, and React Query retries anyway.
        .retry(false)
        .maybeSingle();
      if (error) throw error;
      return ContactTap.nullable().parse(data);
    },
  });
}

const TappedVehicle = z.object({
  vehicle_id: z.guid(),
  title: z.string(),
  whatsapp: z.number(),
  call: z.number(),
  contact: z.number(),
  directions: z.number(),
});
export type TappedVehicle = z.infer<typeof TappedVehicle>;

/**
 * The most tapped vehicles of the past days (rpc get_tapped_vehicles). Throws PostgREST's error.
 */
export function tappedVehiclesQuery(supabase: SupabaseClient, scope: LeadScope) {
  return queryOptions({
    queryKey: [...tapKeys.all, "vehicles", scope],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - TAP_WINDOW_DAYS * 86_400_000).toISOString();
      const dealership = scope?.column === "dealership_id" ? scope.id : null;
      const { data, error } = await supabase
        .rpc("get_tapped_vehicles", { p_since: since, p_dealership_id: dealership })
        .abortSignal(signal);
      if (error) throw error;
      return z.array(TappedVehicle).parse(data);
    },
  });
}
