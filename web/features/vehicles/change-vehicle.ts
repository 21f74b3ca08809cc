import type { SupabaseClient } from "@supabase/supabase-js";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Vehicle } from "#contract/vehicle.ts";
import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { failureNotice, waitsForConnection } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { deleteVehicle } from "./form/update-vehicle.ts";
import { vehicleMessages } from "./messages.ts";
import { type InventoryVehicle, vehicleKeys } from "./queries.ts";

/** Changes a vehicle's status, optimistically (docs/product/inventory.md). */
export function useChangeStatus() {
  return useOptimisticChange<VehicleStatus>({
    read: ({ status }) => status,
    change: (status) => ({ status }),
    done: () => vehicleMessages.statusChanged,
    failed: () => vehicleMessages.statusFailed,
  });
}

/** Publishes or hides one or more vehicles, optimistically. */
export function useChangePublished(notices: PublishNotices = inventoryNotices) {
  return useOptimisticChange<boolean>({
    read: ({ published }) => published,
    change: (published) => ({ published }),
    changeMany: (supabase, ids, published) =>
      supabase.rpc("publish_vehicles", { p_ids: ids, p_published: published }),
    ...notices,
  });
}

type PublishNotices = Pick<Change<boolean>, "done" | "failed">;

const inventoryNotices: PublishNotices = {
  done: (published, count) => {
    if (count > 1) return vehicleMessages.manyPublished(count, published);
    return published ? vehicleMessages.published : vehicleMessages.hidden;
  },
  failed: () => vehicleMessages.publishFailed,
};

/** Changes a vehicle's price (null for none), optimistically. */
export function useChangePrice() {
  return useOptimisticChange<string | null>({
    read: ({ price }) => price,
    change: (price) => ({ price }),
    done: () => vehicleMessages.priceChanged,
    failed: () => vehicleMessages.priceFailed,
  });
}

/** Deletes a vehicle after its stored photos. A failed deletion may already have removed photos. */
export function useDeleteVehicle() {
  const { supabase } = useAuth();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Vehicle, "id">) => deleteVehicle(supabase, id),
    onSuccess: async (deletion, { id }) => {
      if (!deletion.deleted) {
        const failure = { ...vehicleMessages.deleteFailed, ...deletion.refusal };
        toast(failureNotice(failure, deletion.error));
        void queryClient.invalidateQueries({ queryKey: vehicleKeys.all });
        return;
      }
      queryClient.removeQueries({ queryKey: vehicleKeys.one(id) });
      await queryClient.invalidateQueries({ queryKey: vehicleKeys.all });
      toast({ ...vehicleMessages.deleted, variant: "success" });
    },
  });
}

type Notice = { title: string; description: string };

type Changed = Pick<Vehicle, "status" | "published" | "price">;

type Change<Value> = {
  /** Reads the current value from a loaded copy. */
  read: (vehicle: Changed) => Value;
  change: (value: Value) => Partial<Changed>;
  /** Changes several vehicles in one call, all or none. */
  changeMany?: (
    supabase: SupabaseClient,
    ids: readonly string[],
    value: Value,
  ) => PromiseLike<{ error: { message: string } | null }>;
  done: (value: Value, count: number) => Notice;
  failed: (value: Value) => Notice;
};

/**
 * An optimistic change of one vehicle, or of several with the same value, with an undo in its
 * notice.
 */
function useOptimisticChange<Value>({ read, change, changeMany, done, failed }: Change<Value>) {
  const { supabase } = useAuth();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    ...waitsForConnection,
    mutationKey: CHANGES,
    // Sequential, so that a press during a save is neither lost nor overtakes it.
    scope: { id: "vehicles" },
    mutationFn: async ({ id, value }: { id: string | readonly string[]; value: Value }) => {
      if (typeof id !== "string" && changeMany) {
        const { error } = await changeMany(supabase, id, value);
        if (error) throw error;
        return;
      }
      const ids = [id].flat();
      const { data, error } = await supabase
        .from("vehicles")
        .update(change(value))
        .in("id", ids)
        .select("id");
      if (error) throw error;
      if (data.length < ids.length) throw new Error("The vehicle is gone");
    },
    onMutate: async ({ id, value }) => {
      await queryClient.cancelQueries({ queryKey: vehicleKeys.all });
      const ids = new Set([id].flat());
      const before = [...ids].map((one) => findLoaded(queryClient, one)).find(Boolean);
      return { before, revert: applyChange(queryClient, ids, change(value)) };
    },
    onSuccess: (_, { id, value }, { before }) => {
      const undo = before && {
        label: "Deshacer",
        onPress: () => mutation.mutate({ id, value: read(before) }),
      };
      toast({ ...done(value, [id].flat().length), variant: "success", action: undo });
    },
    onError: (error, { value }, known) => {
      known?.revert();
      toast(failureNotice(failed(value), error));
    },
    onSettled: () => {
      // A refetch between two changes would briefly revert the second.
      if (queryClient.isMutating({ mutationKey: CHANGES }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: vehicleKeys.all });
    },
  });
  return mutation;
}

/** A loaded copy of the vehicle, from its page or a list. */
function findLoaded(queryClient: QueryClient, id: string): Changed | undefined {
  const page = queryClient.getQueryData<Vehicle | null>(vehicleKeys.one(id));
  if (page) return page;
  const lists = queryClient.getQueriesData<InventoryVehicle[]>({ queryKey: INVENTORIES });
  return lists.flatMap(([, vehicles]) => vehicles ?? []).find((vehicle) => vehicle.id === id);
}

/** Updates the loaded copies; returns a function that reverts it. */
function applyChange(
  queryClient: QueryClient,
  ids: ReadonlySet<string>,
  change: Partial<Changed>,
): () => void {
  const before = queryClient.getQueriesData({ queryKey: vehicleKeys.all });
  for (const id of ids) {
    queryClient.setQueryData<Vehicle | null>(vehicleKeys.one(id), (vehicle) =>
      vehicle ? { ...vehicle, ...change } : vehicle,
    );
  }
  queryClient.setQueriesData<InventoryVehicle[]>({ queryKey: INVENTORIES }, (vehicles) =>
    vehicles?.map((vehicle) => (ids.has(vehicle.id) ? { ...vehicle, ...change } : vehicle)),
  );
  return () => {
    for (const [key, value] of before) queryClient.setQueryData(key, value);
  };
}

const CHANGES = ["vehicles", "change"];

const INVENTORIES = ["vehicles", "inventory"] as const;
