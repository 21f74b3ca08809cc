import { createContext, useContext } from "react";
import { z } from "zod";
import { VinDecoding } from "#contract/decode-vin.ts";
import { fieldsWith, type VehicleFieldName } from "#contract/vehicle-fields.ts";

/** A field and its value from the VIN. */
const FieldValue = z.object({ field: z.enum(fieldsWith("vin")), value: z.string() });
export type FieldValue = z.infer<typeof FieldValue>;

/** Result of decoding a VIN. */
const DecodeOutcome = z.discriminatedUnion("name", [
  z.object({ name: z.literal("decoded"), decoding: VinDecoding }),
  z.object({ name: z.enum(["unknown", "failed"]), text: z.string() }),
]);
export type DecodeOutcome = z.infer<typeof DecodeOutcome>;

/** The form's VIN state. */
const VinMemory = z.object({
  /** The VIN being previewed before it fills anything. */
  looked: z.string().nullable(),
  /** The last decoding result. */
  answer: z.object({ vin: z.string(), outcome: DecodeOutcome }).nullable(),
  /** The values taken from a VIN, and the fields with contradicting values. */
  applied: z
    .object({
      decoding: VinDecoding,
      fillings: z.array(FieldValue),
      clashes: z.array(z.enum(fieldsWith("vin"))),
    })
    .nullable(),
  /** Contradicting values that the person chose to keep. */
  kept: z.array(FieldValue),
});
export type VinMemory = z.infer<typeof VinMemory>;

/** Fields of the section "Más datos". */
export const furtherFields: VehicleFieldName[] = [...fieldsWith("further"), "equipment"];

/** View state of the form; stored in drafts. */
export const FormView = z.object({
  /** True if the form starts with the VIN step. */
  starting: z.boolean(),
  furtherOpen: z.boolean(),
  /** Equipment typed but not added yet. */
  equipment: z.string(),
  vin: VinMemory,
});
export type FormView = z.infer<typeof FormView>;

/** Initial view state without a draft. */
export function newFormView(starting: boolean): FormView {
  const vin = { looked: null, answer: null, applied: null, kept: [] };
  return { starting, furtherOpen: false, equipment: "", vin };
}

type FormViewState = { view: FormView; changeView: (change: Partial<FormView>) => void };

export const FormViewContext = createContext<FormViewState | null>(null);

/** View state of the surrounding vehicle form. */
export function useFormView(): FormViewState {
  const state = useContext(FormViewContext);
  if (!state) throw new Error("useFormView needs a vehicle form around it.");
  return state;
}
