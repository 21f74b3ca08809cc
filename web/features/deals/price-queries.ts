import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type DealVehicle, dealKeys } from "./deal-queries.ts";

const PriceChange = z.object({
  id: z.number(),
  old_price: z.string().nullable(),
  new_price: z.string().nullable(),
  created_at: z.string(),
});
/** A row of public.price_changes. */
export type PriceChange = z.infer<typeof PriceChange>;

const MOST = 12;

/** A vehicle's latest price changes, newest first. Throws PostgREST's error. */
export function priceChangesQuery(
  supabase: SupabaseClient,
  { id, price }: Pick<DealVehicle, "id" | "price">,
) {
  return queryOptions({
    // A new price extends the history.
    queryKey: [...dealKeys.all, "prices", id, price],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("price_changes")
        .select(Object.keys(PriceChange.shape).join(","))
        .eq("vehicle_id", id)
        .order("id", { ascending: false })
        .limit(MOST)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(PriceChange).parse(data);
    },
  });
}

const InterestedCustomer = z.object({ id: z.guid(), name: z.string(), phone: z.string() });
const MAX_PEOPLE = 100;

/**
 * People who asked the dealership about a vehicle, have an open lead and can be messaged; one per
 * phone, newest first. Throws PostgREST's error.
 */
export function interestedCustomersQuery(
  supabase: SupabaseClient,
  { id, user_id }: Pick<DealVehicle, "id" | "user_id">,
) {
  return queryOptions({
    queryKey: [...dealKeys.all, "waiting", id, user_id],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("leads")
        .select("id,name,phone")
        .eq("vehicle_id", id)
        // A lead stays with the dealership that received it, even if the vehicle has moved.
        .eq("dealership_id", user_id)
        .in("state", ["Nuevo", "En atención"])
        // WhatsApp only finds numbers with a country code (contract/customers/lead.ts).
        .like("phone", "+%")
        .order("created_at", { ascending: false })
        .limit(MAX_PEOPLE)
        .abortSignal(signal);
      if (error) throw error;
      const oldestFirst = z.array(InterestedCustomer).parse(data).reverse();
      return [...new Map(oldestFirst.map((one) => [one.phone, one])).values()].reverse();
    },
  });
}
