import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useContext, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatPrice } from "#contract/price.ts";
import { currencyScale, distanceLabel, formatAmountInput, formatInteger } from "#contract/units.ts";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import type { FieldControl } from "#contract/vehicle-field.ts";
import { choicesOf, type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input, Select } from "#web/ui/fields/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { furtherFields, useFormView } from "../form-view.ts";
import { VinAdvice, VinChoice, VinMark } from "../vin/vin-advice.tsx";
import { EquipmentField } from "./equipment-field.tsx";

type TextFieldProps = Omit<ComponentProps<typeof Input>, "name" | "id" | "required"> & {
  name: keyof VehicleFormValues;
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  required?: boolean;
};

/** A one-line field with label, error and the mark of a value from the VIN. */
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
  /** ID of the select, if it differs from the name: fuelType, status. */
  id?: string;
  label: string;
  options: readonly string[];
  /** Label of the empty option; omitted if a value is required. */
  empty?: string;
};

/** A native select. A stored value that is not offered can stay. */
export function ChoiceField({ name, id = name, label, options, empty }: ChoiceFieldProps) {
  const { register, formState } = useFormContext<VehicleFormValues>();
  const stored = formState.defaultValues?.[name];
  const isForeign = stored && !options.includes(stored);
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
          {isForeign && <option>{stored}</option>}
        </Select>
      </Field>
    </VinChoice>
  );
}

/**
 * The price: opens a numeric keypad on phones, with a switch to letters for a phrase such as 'A
 * consultar'.
 */
export function PriceField({ ownerId }: { ownerId: string }) {
  const { currency } = useUnits(ownerId);
  const { setFocus } = useFormContext<VehicleFormValues>();
  const price = useWatch<VehicleFormValues, "price">({ name: "price" });
  const [phrase, setPhrase] = useState(false);
  return (
    <TextField
      name="price"
      label="Precio"
      inputMode={phrase ? "text" : "decimal"}
      placeholder={`Ej. ${phrase ? "A consultar" : formatAmountInput(15_000 * currencyScale(currency), currency)}`}
      hint={`Se mostrará así: ${formatPrice(price, currency)}`}
      aside={
        <button
          type="button"
          className="touch-target relative min-h-8 rounded-sm font-medium text-primary-ink pointer-fine:hidden"
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

const NOT_SET = "Sin indicar";

/** Detalles Técnicos: the facts that buyers compare. */
export function TechnicalSection({ ownerId }: { ownerId: string }) {
  const units = useUnits(ownerId);
  return (
    <FormSection title="Detalles Técnicos" description="Lo que un comprador compara primero.">
      <div className="grid gap-5 sm:grid-cols-2">
        {fieldsWith("technical").map((name) => (
          <FurtherField
            key={name}
            name={name}
            {...(name === "mileage" && {
              label: `${distanceLabel(units)} (${units.distance})`,
              placeholder: `Ej. ${formatInteger(12_345, units)}`,
            })}
            asking={vehicleFields[name].technical}
          />
        ))}
      </div>
      <FurtherFields />
    </FormSection>
  );
}

/**
 * Optional fields in a disclosure. Opens if the VIN fills some of them or one is invalid, and as
 * left in a recovered draft.
 */
function FurtherFields() {
  const advice = useContext(VinAdvice);
  const { formState } = useFormContext<VehicleFormValues>();
  const { view, changeView } = useFormView();
  const isNeeded = furtherFields.some(
    (name) =>
      formState.errors[name] || advice?.applied?.fillings.some(({ field }) => field === name),
  );
  const [open, setOpen] = useState(view.furtherOpen || isNeeded);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  return (
    <details
      className="group/further -mx-4 -mb-4 border-t sm:-mx-5 sm:-mb-5"
      open={open}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        changeView({ furtherOpen: event.currentTarget.open });
      }}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="grid">
          <span className="font-medium text-sm">Más datos</span>
          <span className="text-muted-foreground text-xs">
            Versión, carrocería, tracción, título, equipamiento…
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open/further:rotate-180"
        />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-4 sm:grid-cols-2 sm:px-5 sm:pb-5">
        {fieldsWith("further").map((name) => (
          <FurtherField key={name} name={name} asking={vehicleFields[name].further} />
        ))}
        <EquipmentField />
      </div>
    </details>
  );
}

function FurtherField(props: {
  name: FieldWith<"technical" | "further">;
  /** By default the field's own label. */
  label?: string;
  placeholder?: string;
  asking: FieldControl;
}) {
  const { name, asking, label = vehicleFields[name].label, ...own } = props;
  const options = choicesOf(name);
  return options ? (
    <ChoiceField name={name} label={label} options={options} empty={NOT_SET} {...asking} />
  ) : (
    <TextField name={name} label={label} autoCapitalize="sentences" {...asking} {...own} />
  );
}
