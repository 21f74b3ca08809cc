import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { FormProvider, useForm, useFormContext } from "react-hook-form";
import { z } from "zod";
import { type VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { newestYear, VehicleStatus, VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { isOffline } from "#web/api/request-error-message.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Textarea } from "#web/ui/fields/input.tsx";
import { FormBar, FormButtons, FormSection } from "#web/ui/frame/form-section.tsx";
import { Progress } from "#web/ui/states/progress.tsx";
import { type ToastInput, toast } from "#web/ui/states/toast.ts";
import { ChoiceField, PriceField, TechnicalSection, TextField } from "./fields/vehicle-fields.tsx";
import { VinSection } from "./fields/vin-section.tsx";
import { changedColumns, withoutUnofferedValues } from "./form-values.ts";
import { type FormView, FormViewContext } from "./form-view.ts";
import { failedPhotosText, formMessages, restoredText } from "./messages.ts";
import { type Photo, photoUrl } from "./photos/photo.ts";
import { createPhotoQueue, type PhotoQueue, type PhotoSteps } from "./photos/photo-queue.ts";
import { PhotoSection } from "./photos/photo-section.tsx";
import { createPhotoSteps, photoPercent } from "./photos/photo-steps.ts";
import type { Uploader } from "./photos/upload-photo.ts";
import type { SaveFailure } from "./update-vehicle.ts";
import { type Restored, useDraft } from "./use-draft.ts";
import { useVinDecoding } from "./use-vin-decoding.ts";
import { type DuplicateVin, duplicateVinQuery } from "./vin/duplicate-vin.tsx";
import { VinAdvice } from "./vin/vin-advice.tsx";
import { VinScanDialog } from "./vin/vin-scan-dialog.tsx";
import { VinStart } from "./vin/vin-start.tsx";

/** The values of a save: all columns, the changed ones, and the photo URLs in order. */
export type VehicleSave = {
  input: VehicleInput;
  changed: Partial<VehicleInput>;
  images: string[];
};

export type VehicleFormProps = {
  initial: VehicleFormValues;
  images: string[];
  ownerId: string;
  /** Created before the row is stored. */
  vehicleId: string;
  /** True if the form starts with the VIN step. */
  startsWithVin?: boolean;
  /** Storage key of the draft. */
  draftKey: string;
  saveLabel: string;
  /** Title of the notice when a photo cannot be uploaded. */
  imageFailureTitle: string;
  /** Checked before saving: a notice if saving is impossible, or null. */
  onBeforeSave: () => Promise<ToastInput | null>;
  /** Writes the row; returns its failure, or null. */
  onSave: (save: VehicleSave) => Promise<(SaveFailure & { title: string }) | null>;
  /** Called after the row is written: notify and navigate. */
  onSaved: () => void;
  onCancel: () => void;
  /** Rendered above the sections; `release` allows leaving without the unsaved-changes prompt. */
  header: (tools: { release: () => void }) => ReactNode;
};

/** The contract's schema for the form values. */
const formTexts = (initial: VehicleFormValues) =>
  z
    .custom<VehicleFormValues>()
    .transform((values): z.input<typeof VehicleInput> => withoutUnofferedValues(initial, values))
    .pipe(VehicleInput);

/**
 * The add and edit form (docs/product/vehicle-form.md). Photos upload while the form is filled in,
 * the row is written last; a failure keeps everything, and stored photos are not uploaded again.
 */
export function VehicleForm(props: VehicleFormProps) {
  const { initial, draftKey } = props;
  const [images] = useState(props.images);
  const form = useForm<VehicleFormValues, unknown, VehicleInput>({
    resolver: formResolver(formTexts(initial)),
    defaultValues: initial,
  });
  const uploader = useUploader(props.ownerId);
  const { queue, photos } = usePhotoQueue(createPhotoSteps(uploader), images);
  const startsWithVin = props.startsWithVin === true;
  const draft = useDraft({ form, initial, queue, images, startsWithVin }, draftKey);
  const { view } = draft;
  const changeView = (change: Partial<FormView>) => draft.changeView(() => change);
  const decoding = useVinDecoding(form, {
    memory: view.vin,
    remember: (change) => draft.changeView(({ vin }) => ({ vin: { ...vin, ...change } })),
  });
  const twin = useDuplicateVin(props, decoding.vin);
  const [scanning, setScanning] = useState<"start" | "section" | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const photosChanged = photos.map(photoUrl).join() !== images.join();
  const unsaved = isDirty || photosChanged || isSubmitting;
  const guard = useUnsavedGuard({
    dirty: unsaved,
    description: "Lo que cambiaste en este vehículo se perderá.",
    onLeave: draft.discardDraft,
  });

  async function save(input: VehicleInput) {
    const obstacle = await props.onBeforeSave();
    if (obstacle) {
      toast({ ...obstacle, variant: "destructive" });
      return;
    }
    const outcome = await queue.uploadAll();
    if (!outcome.stored) {
      const title = props.imageFailureTitle;
      const failed = { title, description: failedPhotosText(outcome.failed) };
      toast({ ...(isOffline() ? formMessages.offline : failed), variant: "destructive" });
      return;
    }
    const changed = changedColumns(initial, form.getValues(), input);
    const failure = await props.onSave({ input, changed, images: outcome.urls });
    if (failure) {
      const { title, description, field } = failure;
      toast({ title, description, variant: "destructive" });
      if (field) form.setError(field, { message: description });
      return;
    }
    draft.removeDraft();
    guard.release();
    props.onSaved();
  }
  const whenOnline = useFormSave(save);

  return (
    <FormProvider {...form}>
      {props.header({ release: guard.release })}
      <form
        noValidate
        onSubmit={form.handleSubmit(whenOnline)}
        className="-mb-16 grid gap-8 lg:gap-6"
      >
        {draft.restored && <RestoredNotice {...draft.restored} onDiscard={draft.discard} />}
        <fieldset disabled={isSubmitting} className="contents">
          {view.starting && (
            <VinStart
              decoding={decoding}
              twin={twin}
              onScan={() => setScanning("start")}
              onEnd={() => changeView({ starting: false })}
            />
          )}
          <FormViewContext value={{ view, changeView }}>
            <VinAdvice value={decoding}>
              <BasicSection ownerId={props.ownerId} />
              <VinSection decoding={decoding} twin={twin} onScan={() => setScanning("section")} />
              <TechnicalSection ownerId={props.ownerId} />
              <DescriptionSection />
            </VinAdvice>
          </FormViewContext>
        </fieldset>
        <FormSection
          title="Fotografías"
          description="La primera es la portada. Arrástralas para ordenarlas, o toca una y luego su lugar."
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
        open={scanning !== null}
        onOpenChange={() => setScanning(null)}
        onVin={(vin) => {
          setScanning(null);
          if (scanning === "start") decoding.preview(vin);
          else decoding.acceptScanned(vin);
        }}
      />
      {guard.dialog}
    </FormProvider>
  );
}

/** Another vehicle of the dealership with the same complete VIN; null also if the query fails. */
function useDuplicateVin(place: VehicleFormProps, vin: string): DuplicateVin | null {
  const { supabase } = useAuth();
  const { ownerId, vehicleId, initial } = place;
  const { data } = useQuery({
    ...duplicateVinQuery(supabase, { ownerId, vin, exceptId: vehicleId }),
    enabled: vin.length === VIN_LENGTH && vin !== initial.vin,
  });
  return data ?? null;
}

function RestoredNotice({ lostPhotos, onDiscard }: Restored & { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-info-soft px-4 py-3 text-info-ink text-sm"
    >
      <p>{restoredText(lostPhotos)}</p>
      <Button variant="outline" size="sm" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}

/** Información Básica: the fields that every listing needs. */
function BasicSection({ ownerId }: { ownerId: string }) {
  return (
    <FormSection
      title="Información Básica"
      description="Marca, modelo y año son obligatorios; el resto puede esperar."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="brand" label="Marca" required autoCapitalize="words" />
        <TextField name="model" label="Modelo" required autoCapitalize="words" />
        <TextField
          name="year"
          label="Año"
          required
          inputMode="numeric"
          maxLength={4}
          placeholder={`Ej. ${newestYear() - 1}`}
        />
        <PriceField ownerId={ownerId} />
        <ChoiceField name="status" label="Estado" options={VehicleStatus.options} />
      </div>
    </FormSection>
  );
}

function DescriptionSection() {
  const { register, formState } = useFormContext<VehicleFormValues>();
  return (
    <FormSection
      title="Descripción"
      description="Equipamiento, mantenimiento, dueños: lo que contarías al enseñarlo."
    >
      <Field
        id="description"
        label="Descripción del vehículo"
        error={formState.errors.description?.message}
      >
        <Textarea rows={5} autoCapitalize="sentences" {...register("description")} />
      </Field>
    </FormSection>
  );
}

/** Creates the form's photo queue once; later values of `existing` are ignored. */
function usePhotoQueue(
  steps: PhotoSteps,
  existing: string[],
): { queue: PhotoQueue; photos: readonly Photo[] } {
  const [queue] = useState(() => createPhotoQueue(steps, existing));
  const photos = useSyncExternalStore(queue.subscribe, queue.photos, queue.photos);
  useEffect(() => {
    window.addEventListener("online", queue.resume);
    return () => {
      window.removeEventListener("online", queue.resume);
      queue.dispose();
    };
  }, [queue]);
  return { queue, photos };
}

/** The uploader for the signed-in person and a dealership's folder. */
function useUploader(ownerId: string): Uploader {
  const { supabase, impersonatedUser } = useAuth();
  const { anonKey } = usePublicConfig();
  return { supabase, anonKey, ownerId, impersonatedId: impersonatedUser?.id ?? null };
}

/** The sticky bar with the save's progress and the button. */
function SaveBar(props: {
  label: string;
  saving: boolean;
  photos: readonly Photo[];
  onCancel: () => void;
}) {
  const { label, saving, photos, onCancel } = props;
  const stored = photos.filter((photo) => photoUrl(photo) !== null).length;
  const storing = saving && stored < photos.length;
  return (
    <FormBar>
      <div role="status" className="text-muted-foreground text-sm">
        {saving && (
          <p className="numeric pb-2">
            {storing ? `Subiendo fotos: ${stored} de ${photos.length}` : "Guardando el vehículo..."}
          </p>
        )}
      </div>
      {storing && (
        <Progress value={percentOf(photos)} label="Progreso de las fotos" className="mb-3" />
      )}
      <FormButtons leave={{ label: "Cancelar", onClick: onCancel }} save={{ label, saving }} />
    </FormBar>
  );
}

function percentOf(photos: readonly Photo[]): number {
  const done = photos.map((photo) => (photoUrl(photo) ? 100 : uploadPercent(photo)));
  return done.reduce((total, percent) => total + percent, 0) / Math.max(1, photos.length);
}

function uploadPercent(photo: Photo): number {
  const uploading = !photo.isExisting && photo.stage.name === "uploading";
  return uploading ? (photoPercent(photo) ?? 0) : 0;
}
