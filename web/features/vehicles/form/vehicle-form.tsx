import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { z } from "zod";
import { type VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { useHeldPage } from "#web/session/use-held-page.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { type ToastInput, toast } from "#web/ui/states/toast.ts";
import { BasicSection } from "./fields/basic-section.tsx";
import { DescriptionSection } from "./fields/description-section.tsx";
import { TechnicalSection } from "./fields/technical-section.tsx";
import { VinFillings } from "./fields/vin-fillings.tsx";
import { VinSection } from "./fields/vin-section.tsx";
import { failedPhotosText } from "./form-messages.ts";
import { changedColumns } from "./form-values.ts";
import { photoUrl } from "./photos/photo.ts";
import { PhotoSection } from "./photos/photo-section.tsx";
import { createPhotoSteps } from "./photos/photo-steps.ts";
import { usePhotoQueue } from "./photos/use-photo-queue.ts";
import { SaveBar } from "./save-bar.tsx";
import { useDraft } from "./use-draft.ts";
import { useUploader } from "./use-uploader.ts";
import { useVinDecoding } from "./use-vin-decoding.ts";
import { VinScanDialog } from "./vin/vin-scan-dialog.tsx";

/**
 * What a save is handed: every column, those that were changed, and the photos' addresses in order.
 */
export type VehicleSave = {
  input: VehicleInput;
  changed: Partial<VehicleInput>;
  images: string[];
};

export type VehicleFormProps = {
  initial: VehicleFormValues;
  images: string[];
  ownerId: string;
  /** Where unsaved words are kept. */
  draftKey: string;
  saveLabel: string;
  /** Title of the notice when a photo cannot be stored. */
  imageFailureTitle: string;
  /** Asked before any photo is sent: gives the notice why nothing can be saved now, or null. */
  onBeforeSave: () => Promise<ToastInput | null>;
  /** Writes the row; gives the notice of its failure, or null when it is written. */
  onSave: (save: VehicleSave) => Promise<ToastInput | null>;
  /** After the row is written: tell and lead on. */
  onSaved: () => void;
  onCancel: () => void;
  /** What stands above the sections; `release` lets it leave without the unsaved question. */
  header: (tools: { scan: () => void; release: () => void }) => ReactNode;
};

/** The contract's schema, told that what it takes are the form's texts. */
const FormTexts = z
  .custom<VehicleFormValues>()
  .transform((values): z.input<typeof VehicleInput> => values)
  .pipe(VehicleInput);

/**
 * The form that adds and edits (product sections 2, 4 and 5): images first, then the row; a failure
 * keeps everything, and what is stored already is not stored twice.
 */
export function VehicleForm(props: VehicleFormProps) {
  const { initial, images, draftKey } = props;
  const form = useForm<VehicleFormValues, unknown, VehicleInput>({
    resolver: zodResolver(FormTexts),
    defaultValues: initial,
  });
  const uploader = useUploader(props.ownerId);
  const { queue, photos } = usePhotoQueue(createPhotoSteps(uploader), images);
  const decoding = useVinDecoding(form);
  const draft = useDraft(form, initial, draftKey);
  const [scanning, setScanning] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  const photosChanged = photos.map(photoUrl).join() !== images.join();
  const unsaved = isDirty || photosChanged || isSubmitting;
  useHeldPage(unsaved);
  const guard = useUnsavedGuard({
    dirty: unsaved,
    description: "Lo que cambiaste en este vehículo se perderá.",
    onLeave: draft.forget,
  });

  async function save(input: VehicleInput) {
    const obstacle = await props.onBeforeSave();
    if (obstacle) {
      toast({ ...obstacle, variant: "destructive" });
      return;
    }
    const outcome = await queue.uploadAll();
    if (!outcome.stored) {
      const description = failedPhotosText(outcome.failed);
      toast({ title: props.imageFailureTitle, description, variant: "destructive" });
      return;
    }
    const changed = changedColumns(initial, form.getValues(), input);
    const failure = await props.onSave({ input, changed, images: outcome.urls });
    if (failure) {
      toast({ ...failure, variant: "destructive" });
      return;
    }
    draft.forget();
    guard.release();
    props.onSaved();
  }

  return (
    <FormProvider {...form}>
      {props.header({ scan: () => setScanning(true), release: guard.release })}
      <form noValidate onSubmit={form.handleSubmit(save)} className="-mb-16 grid gap-8 lg:gap-6">
        {draft.restored && <RestoredNotice onDiscard={draft.discard} />}
        <fieldset disabled={isSubmitting} className="contents">
          <VinFillings value={decoding.fillings}>
            <BasicSection />
            <VinSection decoding={decoding} onScan={() => setScanning(true)} />
            <TechnicalSection />
            <DescriptionSection />
          </VinFillings>
        </fieldset>
        <FormSection
          title="Fotografías"
          description="La primera es la portada. Ordénalas arrastrando o con las flechas."
        >
          <PhotoSection queue={queue} photos={photos} locked={isSubmitting} />
        </FormSection>
        <SaveBar
          label={props.saveLabel}
          saving={isSubmitting}
          photos={photos}
          onCancel={props.onCancel}
        />
      </form>
      <VinScanDialog
        open={scanning}
        onOpenChange={setScanning}
        onVin={(vin) => {
          setScanning(false);
          decoding.accept(vin);
        }}
      />
      {guard.dialog}
    </FormProvider>
  );
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-info-soft px-4 py-3 text-info-ink text-sm"
    >
      <p>
        Recuperamos lo que escribiste y no se guardó. Las fotos nuevas hay que elegirlas otra vez.
      </p>
      <Button variant="outline" size="sm" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
