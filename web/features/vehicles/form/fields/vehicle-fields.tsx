import { type ComponentProps, type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { choicesOf, type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Input, Select } from "#web/ui/controls/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { formatPrice } from "../../format-vehicle.ts";
import { VinChoice, VinMark } from "./vin-advice.tsx";

type TextFieldProps = Omit<ComponentProps<typeof Input>, "name" | "id" | "required"> & {
  name: keyof VehicleFormValues;
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  required?: boolean;
};

/**
 * A one-line text of the vehicle form with its label, its error and the mark of what the VIN
 * filled.
 */
export function TextField({ name, label, hint, aside, required, ...input }: TextFieldProps) {
  const { register, formState } = useFormContext<VehicleFormValues>();
  return (
    <VinChoice name={name}>
      <Field
        id={name}
        label={label}
        hint={hint}
        aside={aside ?? <VinMark name={name} />}
        required={required}
        error={formState.errors[name]?.message}
      >
        <Input autoComplete="off" {...register(name)} {...input} />
      </Field>
    </VinChoice>
  );
}

type ChoiceFieldProps = {
  name: keyof VehicleFormValues;
  /** Id of the select where it has a fixed one: fuelType, status. */
  id?: string;
  label: string;
  options: readonly string[];
  /** The first, empty choice; left out where there must be one. */
  empty?: string;
};

/** A choice of the vehicle form: the platform's own select, a wheel on phones. */
export function ChoiceField({ name, id = name, label, options, empty }: ChoiceFieldProps) {
  const { register, formState } = useFormContext<VehicleFormValues>();
  return (
    <VinChoice name={name}>
      <Field
        id={id}
        label={label}
        aside={<VinMark name={name} />}
        error={formState.errors[name]?.message}
      >
        <Select {...register(name)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      </Field>
    </VinChoice>
  );
}

/**
 * The price: digits come first on a phone, and one touch brings the letters for a phrase such as 'A
 * consultar'.
 */
export function PriceField() {
  const { setFocus } = useFormContext<VehicleFormValues>();
  const price = useWatch<VehicleFormValues, "price">({ name: "price" });
  const [phrase, setPhrase] = useState(false);
  return (
    <TextField
      name="price"
      label="Precio"
      inputMode={phrase ? "text" : "decimal"}
      placeholder={phrase ? "Ej. A consultar" : "Ej. 15,000"}
      hint={`Se mostrará así: ${formatPrice(price)}`}
      aside={
        <button
          type="button"
          className="touch-target rounded-sm font-medium text-primary-ink pointer-fine:hidden"
          onClick={() => {
            setPhrase(!phrase);
            setFocus("price");
          }}
        >
          {phrase ? "Escribir un número" : "Escribir un texto"}
        </button>
      }
    />
  );
}

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
