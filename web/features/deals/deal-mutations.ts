import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  CostInput,
  ReservationInput,
  SaleInput,
  VehicleFigures,
} from "#contract/customers/deal.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { dealKeys } from "./deal-queries.ts";
import { dealMessages } from "./messages.ts";

type Notice = { title: string; description: string };
type DealMutation<Input> = {
  write: (
    supabase: ReturnType<typeof useAuth>["supabase"],
    input: Input,
  ) => PromiseLike<{
    error: { message: string } | null;
  }>;
  done?: Notice;
  failed: Notice;
};

/** A change to one vehicle. Shows a notice of success or failure and refreshes lists and pages. */
function useDealMutation<Input>({ write, done, failed }: DealMutation<Input>) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    // Must not be retried: a cost would be recorded twice.
    networkMode: "online",
    mutationFn: async (input: Input) => {
      const { error } = await write(supabase, input);
      if (error) throw error;
    },
    onSuccess: async () => {
      if (done) toast({ ...done, variant: "success" });
      await Promise.all([
        queries.invalidateQueries({ queryKey: dealKeys.all }),
        queries.invalidateQueries({ queryKey: ["vehicles"] }),
      ]);
    },
    onError: (error) => toast(failureNotice(failed, error)),
  });
}

/** Sells a vehicle, or edits its sale (rpc sell_vehicle). */
export function useSell(vehicleId: string, done: Notice) {
  return useDealMutation<z.output<typeof SaleInput>>({
    write: (supabase, { day, price, buyer_name, buyer_phone, seller_id, commission }) =>
      supabase.rpc("sell_vehicle", {
        p_vehicle_id: vehicleId,
        p_day: day,
        p_price: price,
        p_buyer_name: buyer_name,
        p_buyer_phone: buyer_phone,
        p_seller_id: seller_id,
        p_commission: commission,
      }),
    done,
    failed: dealMessages.saleFailed,
  });
}

/** Undoes a sale: the vehicle is for sale again. */
export function useUndoSale(vehicleId: string) {
  return useDealMutation<void>({
    write: (supabase) =>
      supabase.from("vehicles").update({ status: "Disponible" }).eq("id", vehicleId),
    done: dealMessages.saleUndone,
    failed: dealMessages.saleFailed,
  });
}

/** Reserves a vehicle until the end of a day at the dealership (rpc reserve_vehicle). */
export function useReserve(vehicleId: string) {
  return useDealMutation<z.output<typeof ReservationInput>>({
    write: (supabase, { until, buyer_name, buyer_phone, deposit, hide }) =>
      supabase.rpc("reserve_vehicle", {
        p_vehicle_id: vehicleId,
        p_until: until,
        p_buyer_name: buyer_name,
        p_buyer_phone: buyer_phone,
        p_deposit: deposit,
        p_hide: hide,
      }),
    done: dealMessages.reserved,
    failed: dealMessages.reserveFailed,
  });
}

/** Cancels a reservation (rpc release_vehicle). */
export function useRelease(vehicleId: string) {
  return useDealMutation<void>({
    write: (supabase) => supabase.rpc("release_vehicle", { p_vehicle_id: vehicleId }),
    done: dealMessages.released,
    failed: dealMessages.releaseFailed,
  });
}

/** Sets a vehicle's purchase price and date. */
export function useChangeFigures(vehicleId: string) {
  return useDealMutation<Partial<VehicleFigures>>({
    write: (supabase, figures) =>
      supabase.from("vehicle_figures").upsert({ id: vehicleId, ...figures }),
    failed: dealMessages.figuresFailed,
  });
}

/** Adds a cost to a vehicle. */
export function useAddCost(vehicleId: string) {
  return useDealMutation<z.output<typeof CostInput>>({
    write: (supabase, cost) =>
      supabase.from("vehicle_costs").insert({ vehicle_id: vehicleId, ...cost }),
    failed: dealMessages.figuresFailed,
  });
}

/** Deletes a cost by its ID. */
export function useRemoveCost() {
  return useDealMutation<string>({
    write: (supabase, id) => supabase.from("vehicle_costs").delete().eq("id", id),
    failed: dealMessages.figuresFailed,
  });
}
