import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

const DealershipChoice = z.object({ id: z.string(), full_name: z.string().nullable() });

/** The active dealerships that a new vendedor can join, by name. */
export function dealershipChoicesQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["access-requests", "dealership-choices"],
    queryFn: async () => {
      const { data, error } = await supabase
        .from("profiles")
        .select("id,full_name")
        .eq("role", "concesionario")
        .eq("is_active", true)
        .order("full_name");
      if (error) throw error;
      return z.array(DealershipChoice).parse(data);
    },
  });
}
