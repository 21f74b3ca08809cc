import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { fieldsWith } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { conflictingValue } from "../form-values.ts";
import type { FieldValue } from "../form-view.ts";
import { vinMessages } from "../messages.ts";
import type { VinDecodingState } from "../use-vin-decoding.ts";

/** The form's VIN state. */
export const VinAdvice = createContext<VinDecodingState | null>(null);

type OfField = { name: keyof VehicleFormValues };

/** Marks a field filled from the VIN, until the person changes it. */
export function VinMark({ name }: OfField) {
  const advice = useContext(VinAdvice);
  const filling = advice?.applied?.fillings.find(({ field }) => field === name);
  const value = useWatch<VehicleFormValues>({ name });
  if (!filling || filling.value !== value) return null;
  return (
    <Badge variant="info" className="h-5">
      {vinMessages.marked}
    </Badge>
  );
}

/**
 * A field, and below it the VIN's value if that contradicts it; hidden while the field is being
 * edited.
 */
export function VinChoice({ name, children }: OfField & { children: ReactNode }) {
  const advice = useContext(VinAdvice);
  const field = fieldsWith("vin").find((one) => one === name);
  return (
    <div className="group grid content-start gap-1.5">
      {children}
      {advice && field && <Offer advice={advice} field={field} />}
    </div>
  );
}

function Offer({ advice, field }: { advice: VinDecodingState; field: FieldValue["field"] }) {
  const { applied, kept, applyValue, dismissValue } = advice;
  const { setFocus } = useFormContext<VehicleFormValues>();
  const typed = useWatch<VehicleFormValues>({ name: field });
  const suggested = applied && conflictingValue(field, typed, applied.decoding);
  const isKept = kept.some((one) => one.field === field && one.value === typed);
  if (!suggested || isKept) return null;

  const id = `${field}-vin`;
  const settle = (choose: (filling: FieldValue) => void, value: string) => (event: MouseEvent) => {
    choose({ field, value });
    // After a keyboard press move the focus to the field; after a tap that would open the keyboard.
    if (event.detail === 0) setFocus(field);
  };
  return (
    <div className="grid min-w-0 gap-2 rounded-lg bg-warning-soft px-3 py-2.5 group-has-[input:focus]:hidden">
      <p id={id} className="text-sm text-warning-ink">
        {vinMessages.saysOther(suggested)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-describedby={id}
          onClick={settle(applyValue, suggested)}
        >
          {vinMessages.take(suggested)}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-describedby={id}
          onClick={settle(dismissValue, typed)}
        >
          {vinMessages.keep(typed)}
        </Button>
      </div>
    </div>
  );
}
