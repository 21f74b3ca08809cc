import { ScanLine, Sparkles } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { VinDecodingState } from "../use-vin-decoding.ts";
import { normaliseVin } from "../vin/normalise-vin.ts";
import { VinOutcome } from "./vin-outcome.tsx";

/** VIN: typed or scanned, n/17, and decoded into the fields that are still empty. */
export function VinSection(props: { decoding: VinDecodingState; onScan: () => void }) {
  const { decoding, onScan } = props;
  const { register, setValue, watch, formState } = useFormContext<VehicleFormValues>();
  const vin = watch("vin");
  const field = register("vin");
  return (
    <FormSection
      title="VIN"
      description="Con el VIN se completan marca, modelo, año y más. Solo se llenan los campos vacíos."
    >
      <Field
        id="vin"
        label="VIN"
        aside={
          <span className="numeric" aria-live="off">
            {vin.length}/{VIN_LENGTH}
          </span>
        }
        error={formState.errors.vin?.message}
      >
        <Input
          {...field}
          onChange={(event) =>
            setValue("vin", normaliseVin(event.target.value), {
              shouldDirty: true,
              shouldValidate: formState.isSubmitted,
            })
          }
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="numeric h-12 font-medium uppercase tracking-wider"
        />
      </Field>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="secondary" size="lg" onClick={onScan}>
          <ScanLine aria-hidden="true" />
          Escanear VIN
        </Button>
        <Button
          variant="outline"
          size="lg"
          disabled={vin.length !== VIN_LENGTH}
          loading={decoding.pending}
          onClick={decoding.decode}
        >
          <Sparkles aria-hidden="true" />
          Decodificar VIN
        </Button>
      </div>
      <VinOutcome vin={vin} decoding={decoding} />
    </FormSection>
  );
}
