import type { SupabaseClient } from "@supabase/supabase-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { searchFilters } from "#web/session/search-filter.ts";
import { accountKeys } from "./account-list.ts";

/** A dealership that a vendedor can belong to. */
export const DealershipChoice = z.object({
  id: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
});
export type DealershipChoice = z.infer<typeof DealershipChoice>;

const CHOICES = 8;

/** The first few active dealerships whose name or e-mail has the typed words. Throws PostgREST's error. */
export function dealershipChoicesQuery(supabase: SupabaseClient, typed: string) {
  return queryOptions({
    queryKey: [...accountKeys.all, "dealership-choices", typed],
    queryFn: async ({ signal }) => {
      let query = supabase
        .from("profiles")
        .select("id,full_name,email")
        .eq("role", "concesionario")
        .eq("is_active", true)
        .order("full_name")
        .order("id")
        .limit(CHOICES)
        .abortSignal(signal);
      for (const words of searchFilters(typed, { texts: ["full_name", "email"] })) {
        query = query.or(words);
      }
      const { data, error } = await query;
      if (error) throw error;
      return z.array(DealershipChoice).parse(data);
    },
    placeholderData: keepPreviousData,
  });
}
