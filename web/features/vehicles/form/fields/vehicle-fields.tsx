import type { ComponentProps, ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Input, Select } from "#web/ui/controls/input.tsx";
import { VinMark } from "./vin-fillings.tsx";

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
