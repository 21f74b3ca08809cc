import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { VIN_UNKNOWN, VIN_UNKNOWN_CODE, VinDecoding } from "#contract/decode-vin.ts";
import { type FieldWith, fieldsWith } from "#contract/vehicle-fields.ts";
import { isVinShaped } from "#contract/vin.ts";
import { callFunction } from "#web/api/call-function.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { applyDecoding, contradiction } from "./form-values.ts";
import type { DecodeOutcome, Filling, VinMemory } from "./form-view.ts";
import type { VehicleForm } from "./use-draft.ts";
import { normaliseVin } from "./vin/vin-text.ts";

/** Asks the server function decode-vin. Never throws. */
async function decodeVin(supabase: SupabaseClient, vin: string): Promise<DecodeOutcome> {
  const result = await callFunction(supabase, "decode-vin", { vin });
  if (!result.success && result.code !== VIN_UNKNOWN_CODE) {
    return { name: "failed", text: `No se pudo consultar el VIN. ${result.message}` };
  }
  const decoding = VinDecoding.safeParse(result.success ? result.data : null);
  if (decoding.success) return { name: "decoded", decoding: decoding.data };
  return { name: "unknown", text: VIN_UNKNOWN };
}

/** What the form shows and does about its VIN. */
export type VinDecodingState = {
  vin: string;
  outcome: DecodeOutcome | null;
  pending: boolean;
  /** Whether this VIN was only looked at, and may be used. */
  looking: boolean;
  /** What the form took from this VIN, null if nothing yet. */
  applied: VinMemory["applied"];
  /** What the person typed and wants to keep though the VIN says something else. */
  kept: readonly Filling[];
  /** Takes what is typed. */
  type: (text: string) => void;
  /** Takes what is typed or scanned, and asks as soon as it is complete; fills nothing. */
  look: (text: string) => void;
  stopLooking: () => void;
  /** Fills the form from what was found. */
  use: () => void;
  decode: () => void;
  /** Takes a VIN from the camera and decodes it at once. */
  accept: (vin: string) => void;
  /** Puts into a field what the VIN says. */
  take: (filling: Filling) => void;
  keep: (filling: Filling) => void;
};

/**
 * Decodes the form's VIN and fills the fields that are empty or that the VIN before it filled.
 */
export function useVinDecoding(
  form: VehicleForm,
  { memory, remember }: { memory: VinMemory; remember: (change: Partial<VinMemory>) => void },
): VinDecodingState {
  const { supabase } = useAuth();
  const { looked, answer, applied, kept } = memory;
  const vin = form.watch("vin");
  const { isPending, mutate } = useMutation({
    mutationFn: ({ vin: asked }: { vin: string; wish: "look" | "fill" }) =>
      decodeVin(supabase, asked),
    onMutate: () => remember({ answer: null }),
    onSuccess(outcome, { vin: asked, wish }) {
      remember({ answer: { vin: asked, outcome } });
      const isStillAsked = form.getValues("vin") === asked;
      if (wish === "fill" && isStillAsked && outcome.name === "decoded") fill(outcome.decoding);
    },
  });
  const outcome = answer?.vin === vin ? answer.outcome : null;
  const isApplied = applied?.decoding.vin === vin;

  function fill(decoding: VinDecoding) {
    const found = applyDecoding(form.getValues(), decoding, applied?.fillings ?? []);
    for (const one of found) write(one);
    const fillings = found.filter(({ value }) => value !== "");
    const clashes = fieldsWith("vin").filter((field) =>
      contradiction(field, form.getValues(field), decoding),
    );
    remember({ applied: { decoding, fillings, clashes }, kept: [], looked: null });
  }

  const askAgain = useEffectEvent(() => {
    const hasNoResponse = answer === null || answer.outcome.name === "failed";
    if (looked !== null && isVinShaped(looked) && hasNoResponse) {
      mutate({ vin: looked, wish: "look" });
    }
  });
  // A recovered draft may have been left before the answer came.
  useEffect(() => askAgain(), []);

  function write({ field, value }: { field: FieldWith<"vin"> | "vin"; value: string }) {
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
  }

  function type(text: string) {
    const shouldValidate = form.formState.isSubmitted;
    form.setValue("vin", normaliseVin(text), { shouldDirty: true, shouldValidate });
  }

  return {
    vin,
    outcome,
    pending: isPending,
    looking: looked === vin && vin !== "" && !isApplied,
    applied: isApplied ? applied : null,
    kept,
    type,
    look(text) {
      const typed = normaliseVin(text);
      type(typed);
      remember({ looked: typed });
      if (isVinShaped(typed)) mutate({ vin: typed, wish: "look" });
    },
    stopLooking: () => remember({ looked: null }),
    use: () => outcome?.name === "decoded" && fill(outcome.decoding),
    decode() {
      remember({ looked: null });
      mutate({ vin, wish: "fill" });
    },
    accept(scanned) {
      write({ field: "vin", value: scanned });
      mutate({ vin: scanned, wish: "fill" });
    },
    take(filling) {
      write(filling);
      const others = applied?.fillings.filter(({ field }) => field !== filling.field) ?? [];
      remember({ applied: applied && { ...applied, fillings: [...others, filling] } });
    },
    keep: (filling) => remember({ kept: [...kept, filling] }),
  };
}
