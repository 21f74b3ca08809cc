import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/** A row of the view public.lot: an unsold vehicle. */
export const LotVehicle = z.object({
  id: z.guid(),
  title: z.string(),
  price: z.string().nullable(),
  /** Null if the price is missing or a phrase. */
  price_amount: z.number().nullable(),
  /** Total cost; null if unknown, or if the person may not see it. */
  cost: z.number().nullable(),
  /** The date since when the vehicle is on the lot; `days` counts from it. */
  since: z.iso.date(),
  days: z.number().int(),
  /** In the last seven days. */
  views: z.number().int(),
  contacts: z.number().int(),
  lacks_photos: z.boolean(),
  lacks_description: z.boolean(),
});
export type LotVehicle = z.infer<typeof LotVehicle>;

const COLUMNS = Object.keys(LotVehicle.shape).join(",");
/** Supabase's maximum rows per response. */
const PAGE_SIZE = 1000;

/**
 * All unsold vehicles of a dealership, oldest first. `seesCosts` is part of the key because the
 * result depends on it. Throws PostgREST's error.
 */
export function lotQuery(supabase: SupabaseClient, dealershipId: string, seesCosts: boolean) {
  return queryOptions({
    queryKey: ["vehicles", "lot", dealershipId, seesCosts],
    queryFn: async ({ signal }) => {
      const lot: LotVehicle[] = [];
      for (let full = true; full; ) {
        let query = supabase
          .from("lot")
          .select(COLUMNS)
          .eq("dealership_id", dealershipId)
          .order("since")
          .order("id")
          .limit(PAGE_SIZE);
        // By cursor, because the database would still compute rows skipped by offset.
        const last = lot.at(-1);
        if (last) {
          query = query.gte("since", last.since).or(`since.gt.${last.since},id.gt.${last.id}`);
        }
        const { data, error } = await query.abortSignal(signal);
        if (error) throw error;
        lot.push(...z.array(LotVehicle).parse(data));
        full = data.length === PAGE_SIZE;
      }
      return lot;
    },
  });
}
