import { createContext, useContext } from "react";
import { useWatch } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import type { Filling } from "../apply-decoding.ts";

/** The fields that the last decoded VIN filled. */
export const VinFillings = createContext<readonly Filling[]>([]);

/** The mark of a field that holds what the VIN said; gone as soon as the person changes it. */
export function VinMark({ name }: { name: keyof VehicleFormValues }) {
  const filling = useContext(VinFillings).find(({ field }) => field === name);
  const value = useWatch<VehicleFormValues>({ name });
  if (!filling || filling.value !== value) return null;
  return (
    <Badge variant="info" className="h-5">
      Según el VIN
    </Badge>
  );
}
