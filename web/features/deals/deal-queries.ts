import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Deal, VehicleCost, VehicleFigures } from "#contract/customers/deal.ts";
import type { Vehicle } from "#contract/vehicle.ts";

/** What is shown of a vehicle's deals and figures, and what may be done. */
export type DealVehicle = Pick<
  Vehicle,
  "id" | "user_id" | "status" | "published" | "price" | "reserved_until" | "created_at"
>;

/** Where deals and figures are kept. */
export const dealKeys = {
  all: ["deals"] as const,
  open: (person: string) => ["deals", "open", person] as const,
  ofVehicle: (id: string) => ["deals", "vehicle", id] as const,
};

/**
 * Whether the person sees the dealership's figures; of an administrator who acts for one it notes
 * that. `person` is who acts, or is acted for. Throws PostgREST's error.
 */
export function figuresOpenQuery(supabase: SupabaseClient, person: string) {
  return queryOptions({
    queryKey: dealKeys.open(person),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase.rpc("open_figures").abortSignal(signal);
      if (error) throw error;
      return z.boolean().parse(data);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const DEAL_COLUMNS = Object.keys(Deal.shape).join(",");
const Money = z.object({
  deals: z.array(Deal),
  vehicle_figures: VehicleFigures.nullable(),
  vehicle_costs: z.array(VehicleCost),
});
/** What stands of a vehicle's deals, and what it cost. */
export type VehicleMoney = z.infer<typeof Money>;

/** The deals of a vehicle that stand, and its figures, in one request. Throws PostgREST's error. */
export function vehicleMoneyQuery(supabase: SupabaseClient, vehicleId: string) {
  return queryOptions({
    queryKey: dealKeys.ofVehicle(vehicleId),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicles")
        .select(
          `deals(${DEAL_COLUMNS}),vehicle_figures(acquired_on,cost),vehicle_costs(id,spent_on,label,amount)`,
        )
        .eq("id", vehicleId)
        .is("deals.ended_at", null)
        .order("spent_on", { referencedTable: "vehicle_costs" })
        .abortSignal(signal)
        .single();
      if (error) throw error;
      return Money.parse(data);
    },
  });
}
