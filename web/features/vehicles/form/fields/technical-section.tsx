import { choicesOf, type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ChoiceField, TextField } from "./vehicle-fields.tsx";

const NOT_SAID = "Sin indicar";

/** Detalles Técnicos: what buyers compare. */
export function TechnicalSection() {
  return (
    <FormSection title="Detalles Técnicos" description="Lo que un comprador compara primero.">
      <div className="grid gap-5 sm:grid-cols-2">
        {fieldsWith("technical").map((name) => (
          <TechnicalField key={name} name={name} />
        ))}
      </div>
    </FormSection>
  );
}

function TechnicalField({ name }: { name: FieldWith<"technical"> }) {
  const { label, technical } = vehicleFields[name];
  const options = choicesOf(name);
  return options ? (
    <ChoiceField name={name} label={label} options={options} empty={NOT_SAID} {...technical} />
  ) : (
    <TextField name={name} label={label} autoCapitalize="sentences" {...technical} />
  );
}
