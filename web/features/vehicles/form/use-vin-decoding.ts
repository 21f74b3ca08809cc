import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { VIN_UNKNOWN, VIN_UNKNOWN_CODE, VinDecoding } from "#contract/decode-vin.ts";
import { type FieldWith, fieldsWith } from "#contract/vehicle-fields.ts";
import { isVinShaped } from "#contract/vin.ts";
import { callFunction } from "#web/api/call-function.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { applyDecoding, conflictingValue } from "./form-values.ts";
import type { DecodeOutcome, FieldValue, VinMemory } from "./form-view.ts";
import type { VehicleForm } from "./use-draft.ts";
import { normalizeVin } from "./vin/vin-text.ts";

/** Calls the server function decode-vin. Never throws. */
async function decodeVin(supabase: SupabaseClient, vin: string): Promise<DecodeOutcome> {
  const result = await callFunction(supabase, "decode-vin", { vin });
  if (!result.success && result.code !== VIN_UNKNOWN_CODE) {
    return { name: "failed", text: `No se pudo consultar el VIN. ${result.message}` };
  }
  const decoding = VinDecoding.safeParse(result.success ? result.data : null);
  if (decoding.success) return { name: "decoded", decoding: decoding.data };
  return { name: "unknown", text: VIN_UNKNOWN };
}

/** VIN state and actions of the form. */
export type VinDecodingState = {
  vin: string;
  outcome: DecodeOutcome | null;
  pending: boolean;
  /** True while this VIN is only previewed. */
  isPreviewing: boolean;
  /** The values taken from this VIN; null if none. */
  applied: VinMemory["applied"];
  /** Contradicting values that the person chose to keep. */
  kept: readonly FieldValue[];
  /** Sets the VIN text. */
  type: (text: string) => void;
  /** Sets the VIN and decodes it once complete, without filling the form. */
  preview: (text: string) => void;
  stopPreview: () => void;
  /** Fills the form with the previewed values. */
  applyPreview: () => void;
  decode: () => void;
  /** Sets a scanned VIN and decodes it. */
  acceptScanned: (vin: string) => void;
  /** Writes the VIN's value into a field. */
  applyValue: (filling: FieldValue) => void;
  dismissValue: (filling: FieldValue) => void;
};

/** Decodes the form's VIN and fills empty fields and those filled from the previous VIN. */
export function useVinDecoding(
  form: VehicleForm,
  { memory, remember }: { memory: VinMemory; remember: (change: Partial<VinMemory>) => void },
): VinDecodingState {
  const { supabase } = useAuth();
  const { looked, answer, applied, kept } = memory;
  const vin = form.watch("vin");
  const { isPending, mutate } = useMutation({
    mutationFn: ({ vin: asked }: { vin: string; mode: "look" | "fill" }) =>
      decodeVin(supabase, asked),
    onMutate: () => remember({ answer: null }),
    onSuccess(outcome, { vin: asked, mode }) {
      remember({ answer: { vin: asked, outcome } });
      const isStillAsked = form.getValues("vin") === asked;
      if (mode === "fill" && isStillAsked && outcome.name === "decoded") fill(outcome.decoding);
    },
  });
  const outcome = answer?.vin === vin ? answer.outcome : null;
  const isApplied = applied?.decoding.vin === vin;

  function fill(decoding: VinDecoding) {
    const found = applyDecoding(form.getValues(), decoding, applied?.fillings ?? []);
    for (const one of found) write(one);
    const fillings = found.filter(({ value }) => value !== "");
    const clashes = fieldsWith("vin").filter((field) =>
      conflictingValue(field, form.getValues(field), decoding),
    );
    remember({ applied: { decoding, fillings, clashes }, kept: [], looked: null });
  }

  const askAgain = useEffectEvent(() => {
    const hasNoResponse = answer === null || answer.outcome.name === "failed";
    if (looked !== null && isVinShaped(looked) && hasNoResponse) {
      mutate({ vin: looked, mode: "look" });
    }
  });
  // A recovered draft may have been left before the response.
  useEffect(() => askAgain(), []);

  function write({ field, value }: { field: FieldWith<"vin"> | "vin"; value: string }) {
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
  }

  function type(text: string) {
    const shouldValidate = form.formState.isSubmitted;
    form.setValue("vin", normalizeVin(text), { shouldDirty: true, shouldValidate });
  }

  return {
    vin,
    outcome,
    pending: isPending,
    isPreviewing: looked === vin && vin !== "" && !isApplied,
    applied: isApplied ? applied : null,
    kept,
    type,
    preview(text) {
      const typed = normalizeVin(text);
      type(typed);
      remember({ looked: typed });
      if (isVinShaped(typed)) mutate({ vin: typed, mode: "look" });
    },
    stopPreview: () => remember({ looked: null }),
    applyPreview: () => outcome?.name === "decoded" && fill(outcome.decoding),
    decode() {
      remember({ looked: null });
      mutate({ vin, mode: "fill" });
    },
    acceptScanned(scanned) {
      write({ field: "vin", value: scanned });
      mutate({ vin: scanned, mode: "fill" });
    },
    applyValue(filling) {
      write(filling);
      const others = applied?.fillings.filter(({ field }) => field !== filling.field) ?? [];
      remember({ applied: applied && { ...applied, fillings: [...others, filling] } });
    },
    dismissValue: (filling) => remember({ kept: [...kept, filling] }),
  };
}
