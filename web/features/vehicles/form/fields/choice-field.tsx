import { useFormContext } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { VinMark } from "./vin-fillings.tsx";

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
  );
}
