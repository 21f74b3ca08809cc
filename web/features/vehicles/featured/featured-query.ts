import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { CARD_COLUMNS, CardVehicle } from "../card-vehicle.ts";
import { FEATURED } from "./featured-vehicle.ts";

/**
 * The vehicles that a dealership's landing features now, as its own people read them. Throws
 * PostgREST's error.
 */
export function featuredQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["vehicles", "featured", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicles")
        .select(CARD_COLUMNS)
        .eq("user_id", dealershipId)
        .eq("status", "Disponible")
        .eq("published", true)
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(FEATURED)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(CardVehicle).parse(data);
    },
  });
}
