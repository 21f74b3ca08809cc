import { CircleCheck, CircleX, ScanLine, Sparkles, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { VIN_LENGTH, vehicleFields } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { Filling } from "../form-values.ts";
import type { VinDecodingState } from "../use-vin-decoding.ts";
import { hasValidCheckDigit, isVinShaped } from "../vin/vin-check-digit.ts";

/**
 * What is known about the VIN that stands in the field: a warning about its spelling, and what
 * decoding it gave.
 */
function VinOutcome({ vin, decoding }: { vin: string; decoding: VinDecodingState }) {
  const { outcome, fillings } = decoding;
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      <VinWarning vin={vin} />
      {outcome?.name === "decoded" && (
        <Note tone="good">
          {outcome.decoding.brand} {outcome.decoding.model} {outcome.decoding.year}.{" "}
          {filledText(fillings)}
        </Note>
      )}
      {outcome?.name === "unknown" && <Note tone="warning">{outcome.text}</Note>}
      {outcome?.name === "failed" && <Note tone="bad">{outcome.text}</Note>}
    </div>
  );
}

function VinWarning({ vin }: { vin: string }) {
  if (/[IOQ]/.test(vin)) {
    return <Note tone="warning">Un VIN no lleva las letras I, O ni Q. ¿Será un 1 o un 0?</Note>;
  }
  if (vin.length !== VIN_LENGTH || !isVinShaped(vin) || hasValidCheckDigit(vin)) return null;
  return (
    <Note tone="warning">
      El dígito de control no coincide: revisa que el VIN esté bien escrito. Los vehículos
      fabricados para Europa pueden no llevarlo.
    </Note>
  );
}

function filledText(fillings: Filling[]): string {
  if (fillings.length === 0) return "No había campos vacíos que completar.";
  const names = fillings.map(({ field }) => vehicleFields[field].label);
  return `Se completó: ${new Intl.ListFormat("es", { type: "conjunction" }).format(names)}.`;
}

const TONES = {
  good: { Icon: CircleCheck, look: "bg-success-soft text-success-ink" },
  warning: { Icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  bad: { Icon: CircleX, look: "bg-destructive-soft text-destructive-ink" },
} as const;

function Note({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { Icon, look } = TONES[tone];
  return (
    <p
      className={`flex items-start gap-2 rounded-lg px-3.5 py-2.5 text-sm leading-relaxed ${look}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

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

/**
 * What the VIN field keeps of what was typed or pasted: letters and digits, upper-cased, at most 17
 * (product section 5).
 */
export function normaliseVin(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, VIN_LENGTH);
}
