import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VIN_LENGTH, vehicleFields } from "#contract/vehicle-fields.ts";
import type { Filling } from "../apply-decoding.ts";
import type { VinDecodingState } from "../use-vin-decoding.ts";
import { hasValidCheckDigit, isVinShaped } from "../vin/vin-check-digit.ts";

/**
 * What is known about the VIN that stands in the field: a warning about its spelling, and what
 * decoding it gave.
 */
export function VinOutcome({ vin, decoding }: { vin: string; decoding: VinDecodingState }) {
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
