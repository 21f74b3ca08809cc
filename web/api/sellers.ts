import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/** A person who sells: the choice of a lead's recipient or of a vehicle's seller. */
const Seller = z.object({
  id: z.string(),
  full_name: z.string().nullable(),
  /** False for a former salesperson; null when the reader may not know. */
  is_active: z
    .boolean()
    .nullable()
    .transform((isActive) => isActive !== false),
});
export type Seller = z.output<typeof Seller>;

/** A dealership and its salespeople, by name. Throws PostgREST's error. */
export function sellersQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["sellers", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("profiles")
        .select("id,full_name,is_active")
        .or(`id.eq.${dealershipId},dealership_id.eq.${dealershipId}`)
        .order("full_name")
        .abortSignal(signal);
      if (error) throw error;
      return z.array(Seller).parse(data);
    },
  });
}
