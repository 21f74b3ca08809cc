import { ScanLine, Sparkles } from "lucide-react";
import type { ComponentProps } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { VIN_LENGTH, vehicleFields } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { vehicleTitle } from "../../vehicle-title.ts";
import { conflictingValue } from "../form-values.ts";
import { vinMessages } from "../messages.ts";
import type { VinDecodingState } from "../use-vin-decoding.ts";
import type { DuplicateVin } from "../vin/duplicate-vin.tsx";
import { DuplicateVinNote } from "../vin/duplicate-vin.tsx";
import { VinNote, VinWarning } from "../vin/vin-notes.tsx";

type VinProps = { decoding: VinDecodingState; twin: DuplicateVin | null };

/** VIN input with scanner and counter (n/17); decoding fills the untouched fields. */
export function VinSection(props: VinProps & { onScan: () => void }) {
  const { decoding, twin, onScan } = props;
  const { register, formState } = useFormContext<VehicleFormValues>();
  return (
    <FormSection
      title="VIN"
      description="Con el VIN se completan marca, modelo, año y más. Lo que tú escribiste no se cambia."
    >
      <Field
        id="vin"
        label="VIN"
        aside={
          <span className="numeric" aria-live="off">
            {`${decoding.vin.length}/${VIN_LENGTH}`}
          </span>
        }
        error={formState.errors.vin?.message}
      >
        <VinInput
          {...register("vin")}
          onChange={(event) => decoding.type(event.currentTarget.value)}
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
          disabled={decoding.vin.length !== VIN_LENGTH}
          loading={decoding.pending && !decoding.isPreviewing}
          onClick={decoding.decode}
        >
          <Sparkles aria-hidden="true" />
          Decodificar VIN
        </Button>
      </div>
      <div role="status" className="grid gap-2 empty:hidden">
        {!decoding.isPreviewing && <VinOutcome decoding={decoding} twin={twin} />}
      </div>
    </FormSection>
  );
}

export function VinInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      className="numeric h-12 font-medium uppercase tracking-wider"
      {...props}
    />
  );
}

/**
 * Notes about the VIN in the field: misspelling, another vehicle with it, and the decoding result.
 */
function VinOutcome({ decoding, twin }: VinProps) {
  const { vin, outcome, applied } = decoding;
  return (
    <>
      <VinWarning vin={vin} onCorrect={decoding.type} />
      <DuplicateVinNote twin={twin} />
      {applied && <FilledNote applied={applied} />}
      {outcome?.name === "unknown" && <VinNote tone="warning">{outcome.text}</VinNote>}
      {outcome?.name === "failed" && <VinNote tone="bad">{outcome.text}</VinNote>}
    </>
  );
}

function FilledNote({ applied }: { applied: NonNullable<VinDecodingState["applied"]> }) {
  const { decoding, fillings, clashes } = applied;
  const values = useWatch<VehicleFormValues>();
  const standing = clashes.filter((field) =>
    conflictingValue(field, values[field] ?? "", decoding),
  );
  const filled = fillings.map(({ field }) => vehicleFields[field].label);
  return (
    <VinNote tone="good">
      {[
        `${vehicleTitle(decoding)}.`,
        filled.length === 0 ? vinMessages.nothingFilled : vinMessages.filled(filled),
        standing.length > 0 &&
          vinMessages.clashes(standing.map((field) => vehicleFields[field].label)),
      ]
        .filter(Boolean)
        .join(" ")}
    </VinNote>
  );
}
