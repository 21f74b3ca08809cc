import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { VIN_UNKNOWN, VinDecoding } from "#contract/decode-vin.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { applyDecoding, type Filling } from "./form-values.ts";
import type { VehicleForm } from "./use-draft.ts";

/** How asking about a VIN ended. */
type DecodeOutcome =
  | { name: "decoded"; decoding: VinDecoding }
  | { name: "unknown"; text: string }
  | { name: "failed"; text: string };

const Failure = z.object({ error: z.string() });

/** Asks the server function decode-vin. Never throws. */
async function decodeVin(supabase: SupabaseClient, vin: string): Promise<DecodeOutcome> {
  const { data, error } = await supabase.functions.invoke("decode-vin", { body: { vin } });
  if (error) return { name: "failed", text: (await wordsOf(error)) ?? NO_ANSWER };
  const decoding = VinDecoding.safeParse(data);
  if (decoding.success) return { name: "decoded", decoding: decoding.data };
  return { name: "unknown", text: Failure.safeParse(data).data?.error ?? VIN_UNKNOWN };
}

const NO_ANSWER = "No se pudo consultar el VIN. Revisa tu conexión e inténtalo de nuevo.";

async function wordsOf(error: { context?: unknown }): Promise<string | null> {
  if (!(error.context instanceof Response)) return null;
  const body: unknown = await error.context.json().catch(() => null);
  return Failure.safeParse(body).data?.error ?? null;
}

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
