import { createContext, useContext } from "react";
import { z } from "zod";
import { VinDecoding } from "#contract/decode-vin.ts";
import { fieldsWith, type VehicleFieldName } from "#contract/vehicle-fields.ts";

/** One field and the text that the VIN gives for it. */
const Filling = z.object({ field: z.enum(fieldsWith("vin")), value: z.string() });
export type Filling = z.infer<typeof Filling>;

/** How asking about a VIN ended. */
const DecodeOutcome = z.discriminatedUnion("name", [
  z.object({ name: z.literal("decoded"), decoding: VinDecoding }),
  z.object({ name: z.enum(["unknown", "failed"]), text: z.string() }),
]);
export type DecodeOutcome = z.infer<typeof DecodeOutcome>;

/** What the form did with its VIN. */
const VinMemory = z.object({
  /** The VIN that is looked at before it fills anything. */
  looked: z.string().nullable(),
  /** The last answer. */
  answer: z.object({ vin: z.string(), outcome: DecodeOutcome }).nullable(),
  /** What the form took from a VIN, and the fields that held something else. */
  applied: z
    .object({
      decoding: VinDecoding,
      fillings: z.array(Filling),
      clashes: z.array(z.enum(fieldsWith("vin"))),
    })
    .nullable(),
  /** What the person typed and wants to keep though the VIN says something else. */
  kept: z.array(Filling),
});
export type VinMemory = z.infer<typeof VinMemory>;

/** The fields of the section "Más datos". */
export const furtherFields: VehicleFieldName[] = [...fieldsWith("further"), "equipment"];

/** What a person sees of the form besides its values. A draft stores it. */
export const FormView = z.object({
  /** Whether the form begins with the VIN. */
  starting: z.boolean(),
  furtherOpen: z.boolean(),
  /** Equipment that is typed but not added yet. */
  equipment: z.string(),
  vin: VinMemory,
});
export type FormView = z.infer<typeof FormView>;

/** The view of a form without a draft. */
export function newFormView(starting: boolean): FormView {
  const vin = { looked: null, answer: null, applied: null, kept: [] };
  return { starting, furtherOpen: false, equipment: "", vin };
}

type FormViewState = { view: FormView; changeView: (change: Partial<FormView>) => void };

export const FormViewContext = createContext<FormViewState | null>(null);

/** The view of the vehicle form around the component. */
export function useFormView(): FormViewState {
  const state = useContext(FormViewContext);
  if (!state) throw new Error("useFormView needs a vehicle form around it.");
  return state;
}
