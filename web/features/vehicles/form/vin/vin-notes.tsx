import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { checkVin } from "#contract/vin.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { vinMessages } from "../messages.ts";

const TONES = {
  good: { Icon: CircleCheck, look: "bg-success-soft text-success-ink" },
  warning: { Icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  bad: { Icon: CircleX, look: "bg-destructive-soft text-destructive-ink" },
} as const;

/** A note about a VIN. */
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

/** Warns about a misspelled VIN and offers corrections. */
export function VinWarning(props: { vin: string; onCorrect: (vin: string) => void }) {
  const { vin, onCorrect } = props;
  const hasOtherLetters = /[IOQ]/.test(vin);
  const doubt = vin.length === VIN_LENGTH ? checkVin(vin) : null;
  if (!hasOtherLetters && !doubt) return null;
  return (
    <>
      <VinNote tone="warning">
        {hasOtherLetters ? vinMessages.lettersNotInVin : vinMessages.wrongCheckDigit}
      </VinNote>
      {doubt && doubt.corrections.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {doubt.corrections.map((correction) => (
            <Button
              key={correction}
              variant="outline"
              size="sm"
              onClick={() => onCorrect(correction)}
            >
              {vinMessages.take(correction)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
