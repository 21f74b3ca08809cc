import { Camera, ScanLine } from "lucide-react";
import { useId } from "react";
import { flushSync } from "react-dom";
import { useFormContext } from "react-hook-form";
import type { VinDecoding } from "#contract/decode-vin.ts";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { vehicleTitle } from "../../vehicle-title.ts";
import { VinInput } from "../fields/vin-section.tsx";
import { vinMessages } from "../messages.ts";
import { openCameraInput } from "../photos/photo-section.tsx";
import type { VinDecodingState } from "../use-vin-decoding.ts";
import type { DuplicateVin } from "./duplicate-vin.tsx";
import { DuplicateVinNote } from "./duplicate-vin.tsx";
import { VinNote, VinWarning } from "./vin-notes.tsx";

type VinStartProps = {
  decoding: VinDecodingState;
  twin: DuplicateVin | null;
  onScan: () => void;
  /** Called when the person accepts the VIN or continues without one. */
  onEnd: () => void;
};

/** First step of adding: scan or type a VIN, preview the vehicle, then fill the form. */
export function VinStart(props: VinStartProps) {
  const { decoding, twin, onScan, onEnd } = props;
  const { setFocus } = useFormContext<VehicleFormValues>();
  const { vin, isPreviewing, preview } = decoding;
  const id = useId();
  const missing = VIN_LENGTH - vin.length;

  function use() {
    decoding.applyPreview();
    onEnd();
  }

  function continueByHand() {
    decoding.stopPreview();
    onEnd();
    setFocus("brand");
  }

  return (
    <Card role="group" aria-labelledby={id}>
      <CardContent className="grid gap-3">
        <Field
          label={
            <span id={id} className="font-semibold text-base tracking-tight">
              {vinMessages.start}
            </span>
          }
          hint={isPreviewing && missing > 0 ? vinMessages.missing(missing) : vinMessages.startHint}
        >
          <VinInput
            value={vin}
            onChange={(event) => preview(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // A barcode scanner sends Enter, which must not submit the form.
              event.preventDefault();
              if (isPreviewing && decoding.outcome?.name === "decoded") use();
            }}
          />
        </Field>
        {isPreviewing && <VinPreview decoding={decoding} twin={twin} onUse={use} />}
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <Button
            variant={isPreviewing && missing === 0 ? "outline" : "secondary"}
            size="lg"
            onClick={onScan}
          >
            <ScanLine aria-hidden="true" />
            {vinMessages.scan}
          </Button>
          <Button variant="ghost" size="lg" className="px-2 sm:px-6" onClick={continueByHand}>
            {vinMessages.byHand}
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

/** The vehicle that the VIN stands for, before it fills the form. */
function VinPreview(props: Pick<VinStartProps, "decoding" | "twin"> & { onUse: () => void }) {
  const { decoding, twin, onUse } = props;
  const { setFocus } = useFormContext<VehicleFormValues>();
  const { vin, outcome, pending } = decoding;
  const found = outcome?.name === "decoded" ? outcome.decoding : null;
  return (
    <>
      <div role="status" className="grid gap-2 empty:hidden">
        <VinWarning vin={vin} onCorrect={decoding.preview} />
        <DuplicateVinNote twin={twin} />
        {pending && (
          <p className="flex items-center gap-2 text-muted-foreground text-sm">
            <Spinner className="size-4" />
            {vinMessages.asking}
          </p>
        )}
        {outcome?.name === "unknown" && <VinNote tone="warning">{outcome.text}</VinNote>}
        {outcome?.name === "failed" && <VinNote tone="bad">{outcome.text}</VinNote>}
        {found && <FoundVehicle decoding={found} />}
      </div>
      {outcome?.name === "failed" && (
        <Button variant="outline" size="lg" onClick={() => decoding.preview(vin)}>
          {vinMessages.retry}
        </Button>
      )}
      {found && (
        <div className="grid gap-2 sm:flex">
          <Button
            variant="secondary"
            size="lg"
            onClick={({ detail }) => {
              onUse();
              // After a tap, focus would open the phone's keyboard.
              if (detail === 0) setFocus("brand");
            }}
          >
            {vinMessages.use}
          </Button>
          <Button
            variant="outline"
            size="lg"
            className="pointer-fine:hidden"
            onClick={() => {
              // Render the form before the camera opens.
              flushSync(onUse);
              openCameraInput();
            }}
          >
            <Camera aria-hidden="true" />
            {vinMessages.useAndPhotograph}
          </Button>
        </div>
      )}
    </>
  );
}

function FoundVehicle({ decoding }: { decoding: VinDecoding }) {
  const { trim, body_style, fuel_type, transmission, doors } = decoding;
  const facts = [
    trim && vinMessages.trim(trim),
    body_style,
    fuel_type,
    transmission,
    doors && vinMessages.doors(doors),
  ].filter(Boolean);
  return (
    <div className="grid gap-0.5 rounded-lg bg-muted px-3.5 py-3">
      <p className="font-semibold text-lg tracking-tight">{vehicleTitle(decoding)}</p>
      {facts.length > 0 && <p className="text-muted-foreground text-sm">{facts.join(" · ")}</p>}
    </div>
  );
}
