import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { vinMessages } from "../messages.ts";
import { hasValidCheckDigit, isVinShaped } from "./vin-text.ts";

const TONES = {
  good: { Icon: CircleCheck, look: "bg-success-soft text-success-ink" },
  warning: { Icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  bad: { Icon: CircleX, look: "bg-destructive-soft text-destructive-ink" },
} as const;

/** One thing that is known about a VIN. */
export function VinNote({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
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

/** A warning about a VIN's spelling, if it needs one. */
export function VinWarning({ vin }: { vin: string }) {
  if (/[IOQ]/.test(vin)) return <VinNote tone="warning">{vinMessages.lettersNotInVin}</VinNote>;
  if (vin.length !== VIN_LENGTH || !isVinShaped(vin) || hasValidCheckDigit(vin)) return null;
  return <VinNote tone="warning">{vinMessages.wrongCheckDigit}</VinNote>;
}
