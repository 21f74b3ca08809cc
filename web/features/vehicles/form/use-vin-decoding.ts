import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { VIN_UNKNOWN, VinDecoding } from "#contract/decode-vin.ts";
import { type FieldWith, fieldsWith } from "#contract/vehicle-fields.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { applyDecoding, contradiction, type Filling } from "./form-values.ts";
import type { VehicleForm } from "./use-draft.ts";
import { isVinShaped, normaliseVin } from "./vin/vin-text.ts";

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

/** What the form took from a VIN. */
type Applied = {
  decoding: VinDecoding;
  fillings: Filling[];
  /** Where the form held something else. */
  clashes: FieldWith<"vin">[];
};

/** What the form shows and does about its VIN. */
export type VinDecodingState = {
  vin: string;
  outcome: DecodeOutcome | null;
  pending: boolean;
  /** Whether this VIN was only looked at, and may be used. */
  looking: boolean;
  /** What the form took from this VIN, null if nothing yet. */
  applied: Applied | null;
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
export function useVinDecoding(form: VehicleForm): VinDecodingState {
  const { supabase } = useAuth();
  const [applied, setApplied] = useState<Applied | null>(null);
  const [kept, setKept] = useState<Filling[]>([]);
  const [looked, setLooked] = useState<string | null>(null);
  const vin = form.watch("vin");
  const { data, variables, isPending, mutate } = useMutation({
    mutationFn: ({ vin: asked }: { vin: string; wish: "look" | "fill" }) =>
      decodeVin(supabase, asked),
    onSuccess(outcome, { vin: asked, wish }) {
      const isStillAsked = form.getValues("vin") === asked;
      if (wish === "fill" && isStillAsked && outcome.name === "decoded") fill(outcome.decoding);
    },
  });
  const outcome = variables?.vin === vin && data ? data : null;
  const isApplied = applied?.decoding.vin === vin;

  function fill(decoding: VinDecoding) {
    const found = applyDecoding(form.getValues(), decoding, applied?.fillings ?? []);
    for (const one of found) write(one);
    setApplied({
      decoding,
      fillings: found.filter(({ value }) => value !== ""),
      clashes: fieldsWith("vin").filter((field) =>
        contradiction(field, form.getValues(field), decoding),
      ),
    });
    setKept([]);
    setLooked(null);
  }

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
      setLooked(typed);
      if (isVinShaped(typed)) mutate({ vin: typed, wish: "look" });
    },
    stopLooking: () => setLooked(null),
    use: () => outcome?.name === "decoded" && fill(outcome.decoding),
    decode() {
      setLooked(null);
      mutate({ vin, wish: "fill" });
    },
    accept(scanned) {
      write({ field: "vin", value: scanned });
      mutate({ vin: scanned, wish: "fill" });
    },
    take(filling) {
      write(filling);
      const others = applied?.fillings.filter(({ field }) => field !== filling.field) ?? [];
      setApplied(applied && { ...applied, fillings: [...others, filling] });
    },
    keep: (filling) => setKept([...kept, filling]),
  };
}
