import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Deal, VehicleCost, VehicleFigures } from "#contract/customers/deal.ts";
import type { Vehicle } from "#contract/vehicle.ts";

/** The fields of a vehicle that the deal panel needs. */
export type DealVehicle = Pick<
  Vehicle,
  "id" | "user_id" | "status" | "published" | "price" | "reserved_until" | "created_at"
>;

/** Query keys of deals and figures. */
export const dealKeys = {
  all: ["deals"] as const,
  open: (person: string) => ["deals", "open", person] as const,
  ofVehicle: (id: string) => ["deals", "vehicle", id] as const,
};

/**
 * Whether the person may see the dealership's figures; for an impersonating administrator this is
 * audited. `person` is the active account. Throws PostgREST's error.
 */
export function figureAccessQuery(supabase: SupabaseClient, person: string) {
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
/** A vehicle's current deals and its costs. */
export type VehicleMoney = z.infer<typeof Money>;

/** A vehicle's current deals and figures, in one request. Throws PostgREST's error. */
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
