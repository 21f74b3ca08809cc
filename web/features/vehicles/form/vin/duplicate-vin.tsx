import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { Link } from "react-router";
import type { z } from "zod";
import { Vehicle } from "#contract/vehicle.ts";
import { vehicleKeys } from "../../queries.ts";
import { vehicleLinks } from "../../vehicle-links.ts";
import { vehicleTitle } from "../../vehicle-title.ts";
import { vinMessages } from "../messages.ts";
import { VinNote } from "./vin-notes.tsx";

/** Fields shown of another vehicle with the same VIN. */
export const DuplicateVin = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  year: true,
  status: true,
  published: true,
});
export type DuplicateVin = z.infer<typeof DuplicateVin>;

type DuplicateVinInput = { ownerId: string; vin: string; exceptId: string };

/** The dealership's newest other vehicle with a VIN, or null. Throws PostgREST's error. */
export function duplicateVinQuery(supabase: SupabaseClient, input: DuplicateVinInput) {
  return queryOptions({
    queryKey: vehicleKeys.ofVin(input),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicles")
        .select(Object.keys(DuplicateVin.shape).join(","))
        .eq("user_id", input.ownerId)
        .eq("vin", input.vin)
        .neq("id", input.exceptId)
        .order("created_at", { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return DuplicateVin.nullable().parse(data);
    },
  });
}

/** Notes that the dealership already has this VIN; saving is still allowed. */
export function DuplicateVinNote({ twin }: { twin: DuplicateVin | null }) {
  if (!twin) return null;
  return (
    <VinNote tone="warning">
      {vinMessages.twin}{" "}
      <Link
        to={vehicleLinks.detail(twin.id)}
        className="touch-target font-semibold underline underline-offset-4"
      >
        {vehicleTitle(twin)}
      </Link>
      <span>{` (${vinMessages.twinState(twin.status, twin.published)}). `}</span>
      <span>{vinMessages.twinHint}</span>
    </VinNote>
  );
}
