import { useFormContext } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Textarea } from "#web/ui/controls/textarea.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";

/** Descripción: free words. */
export function DescriptionSection() {
  const { register, formState } = useFormContext<VehicleFormValues>();
  return (
    <FormSection
      title="Descripción"
      description="Equipamiento, mantenimiento, dueños: lo que contarías al enseñarlo."
    >
      <Field
        id="description"
        label="Descripción del vehículo"
        error={formState.errors.description?.message}
      >
        <Textarea rows={5} autoCapitalize="sentences" {...register("description")} />
      </Field>
    </FormSection>
  );
}
