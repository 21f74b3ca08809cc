import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { clearDraft, readDraft, writeDraft } from "./draft.ts";

/** The form of a vehicle: texts in, columns out. */
export type VehicleForm = UseFormReturn<VehicleFormValues, unknown, VehicleInput>;

/** Brings back what was typed earlier and not saved, and keeps what is typed now. */
export function useDraft(
  form: VehicleForm,
  initial: VehicleFormValues,
  key: string,
): { restored: boolean; discard: () => void; forget: () => void } {
  const [restored, setRestored] = useState(false);

  useEffect(() => {
    const draft = readDraft(sessionStorage, key, initial);
    if (draft) {
      form.reset(draft, { keepDefaultValues: true });
      setRestored(true);
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(sessionStorage, key, { initial, values }),
    });
  }, [form, initial, key]);

  const forget = () => clearDraft(sessionStorage, key);
  return {
    restored,
    forget,
    discard() {
      form.reset(initial);
      forget();
      setRestored(false);
    },
  };
}
