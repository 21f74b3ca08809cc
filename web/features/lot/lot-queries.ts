import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/** A row of the view public.lot: a vehicle that is not sold. */
export const LotVehicle = z.object({
  id: z.guid(),
  title: z.string(),
  price: z.string().nullable(),
  /** Null where the price is a phrase, or none. */
  price_amount: z.number().nullable(),
  /** What it cost in all; null where nobody said, and to those who do not see it. */
  cost: z.number().nullable(),
  /** The day since which it stands there, and how many ago that was. */
  since: z.iso.date(),
  days: z.number().int(),
  /** Of the last seven days. */
  views: z.number().int(),
  contacts: z.number().int(),
  lacks_photos: z.boolean(),
  lacks_description: z.boolean(),
});
export type LotVehicle = z.infer<typeof LotVehicle>;

const COLUMNS = Object.keys(LotVehicle.shape).join(",");
/** As many rows as Supabase gives at most in one answer. */
const PAGE_SIZE = 1000;

/**
 * All vehicles of a dealership that are not sold, longest there first. `seesCosts` says as whom
 * somebody asks. Throws PostgREST's error.
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
        // By place and not by number: what is skipped by number would be counted all the same.
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
