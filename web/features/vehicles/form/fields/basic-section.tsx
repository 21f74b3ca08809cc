import { newestYear, VehicleStatus } from "#contract/vehicle-fields.ts";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { PriceField } from "./price-field.tsx";
import { TextField } from "./text-field.tsx";

/** Información Básica: what every listing needs. */
export function BasicSection() {
  return (
    <FormSection
      title="Información Básica"
      description="Marca, modelo y año son obligatorios; el resto puede esperar."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="brand" label="Marca" required autoCapitalize="words" />
        <TextField name="model" label="Modelo" required autoCapitalize="words" />
        <TextField
          name="year"
          label="Año"
          required
          inputMode="numeric"
          maxLength={4}
          placeholder={`Ej. ${newestYear() - 1}`}
        />
        <PriceField />
        <ChoiceField name="status" label="Estado" options={VehicleStatus.options} />
      </div>
    </FormSection>
  );
}
