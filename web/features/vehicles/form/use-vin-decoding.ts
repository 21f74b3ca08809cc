import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { applyDecoding, type Filling } from "./apply-decoding.ts";
import type { VehicleForm } from "./use-draft.ts";
import { type DecodeOutcome, decodeVin } from "./vin/decode-vin.ts";

/** What the VIN section shows and does. */
export type VinDecodingState = {
  outcome: DecodeOutcome | null;
  fillings: Filling[];
  pending: boolean;
  decode: () => void;
  /** Takes a VIN from the camera and decodes it at once. */
  accept: (vin: string) => void;
};

/** Decodes the form's VIN and fills the fields that are empty or that the VIN before it filled. */
export function useVinDecoding(form: VehicleForm): VinDecodingState {
  const { supabase } = useAuth();
  const [fillings, setFillings] = useState<Filling[]>([]);
  const { data, variables, isPending, mutate } = useMutation({
    mutationFn: (vin: string) => decodeVin(supabase, vin),
    onSuccess(outcome, vin) {
      const isStillAsked = form.getValues("vin") === vin;
      if (outcome.name !== "decoded" || !isStillAsked) return;
      const found = applyDecoding(form.getValues(), outcome.decoding, fillings);
      for (const { field, value } of found) {
        form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
      setFillings(found.filter(({ value }) => value !== ""));
    },
  });
  const vin = form.watch("vin");
  return {
    outcome: variables === vin && data ? data : null,
    fillings,
    pending: isPending,
    decode: () => mutate(form.getValues("vin")),
    accept(scanned) {
      form.setValue("vin", scanned, { shouldDirty: true, shouldValidate: true });
      mutate(scanned);
    },
  };
}
