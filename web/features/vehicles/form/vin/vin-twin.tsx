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
export const VinTwin = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  year: true,
  status: true,
  published: true,
});
export type VinTwin = z.infer<typeof VinTwin>;

type OfVin = { ownerId: string; vin: string; exceptId: string };

/** The dealership's newest other vehicle with a VIN, or null. Throws PostgREST's error. */
export function vinTwinQuery(supabase: SupabaseClient, wish: OfVin) {
  return queryOptions({
    queryKey: vehicleKeys.ofVin(wish),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicles")
        .select(Object.keys(VinTwin.shape).join(","))
        .eq("user_id", wish.ownerId)
        .eq("vin", wish.vin)
        .neq("id", wish.exceptId)
        .order("created_at", { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return VinTwin.nullable().parse(data);
    },
  });
}

/** Notes that the dealership already has this VIN; saving is still allowed. */
export function VinTwinNote({ twin }: { twin: VinTwin | null }) {
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
