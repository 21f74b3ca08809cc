import { DOOR_CHOICES, FuelType, Transmission } from "#contract/vehicle.ts";
import { FormSection } from "#web/ui/form-section.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { TextField } from "./text-field.tsx";

const NOT_SAID = "Sin indicar";

/** Detalles Técnicos: what buyers compare. */
export function TechnicalSection() {
  return (
    <FormSection title="Detalles Técnicos" description="Lo que un comprador compara primero.">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="mileage"
          label="Millaje (mi)"
          inputMode="numeric"
          placeholder="Ej. 12,345"
        />
        <ChoiceField
          name="transmission"
          label="Transmisión"
          options={Transmission.options}
          empty={NOT_SAID}
        />
        <TextField name="color" label="Color" autoCapitalize="sentences" />
        <ChoiceField
          name="fuel_type"
          id="fuelType"
          label="Combustible"
          options={FuelType.options}
          empty={NOT_SAID}
        />
        <ChoiceField
          name="doors"
          label="Puertas"
          options={DOOR_CHOICES.map(String)}
          empty={NOT_SAID}
        />
      </div>
    </FormSection>
  );
}
