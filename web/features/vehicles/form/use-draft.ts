import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { tabStorage } from "#web/device-storage.ts";
import {
  clearDraft,
  readDraft,
  readPhotos,
  readView,
  writeDraft,
  writePhotos,
  writeView,
} from "./draft.ts";
import { type FormView, furtherFields, newFormView } from "./form-view.ts";
import type { PhotoQueue } from "./photos/photo-queue.ts";

export type VehicleForm = UseFormReturn<VehicleFormValues, unknown, VehicleInput>;

/** Result of restoring a draft: the number of lost photos. */
export type Restored = { lostPhotos: number };

/** The form and photos to store, with their initial values. */
type DraftSource = {
  form: VehicleForm;
  initial: VehicleFormValues;
  queue: PhotoQueue;
  images: string[];
  startsWithVin: boolean;
};

type Draft = {
  restored: Restored | null;
  view: FormView;
  changeView: (change: (view: FormView) => Partial<FormView>) => void;
  /** Removes the draft after a save. */
  removeDraft: () => void;
  /** Discards the draft and its uploads. */
  discardDraft: () => void;
  /** As discardDraft, and resets the form. */
  discard: () => void;
};

/** Restores an unsaved form with its photos and view state, and stores changes from then on. */
export function useDraft(drafted: DraftSource, key: string): Draft {
  const { form, initial, queue, images, startsWithVin } = drafted;
  const [recovered] = useState(() => recover(drafted, key));
  const [restored, setRestored] = useState<Restored | null>(
    recovered && { lostPhotos: recovered.photos?.lost ?? 0 },
  );
  const [view, setView] = useState(recovered?.view ?? newFormView(startsWithVin));
  // A ref, so that two changes in one event both apply.
  const latestView = useRef(view);

  useEffect(() => {
    if (!recovered) clearDraft(tabStorage, key);
    if (recovered?.values) form.reset(recovered.values, { keepDefaultValues: true });
    if (recovered?.photos) queue.restore(recovered.photos.photos);
    const stopPhotos = queue.subscribe(() =>
      writePhotos(tabStorage, key, { initial: images, photos: queue.photos() }),
    );
    const stopTexts = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(tabStorage, key, { initial, values }),
    });
    return () => {
      stopPhotos();
      stopTexts();
    };
  }, [form, initial, queue, images, key, recovered]);

  function show(next: FormView) {
    latestView.current = next;
    setView(next);
  }
  const removeDraft = () => clearDraft(tabStorage, key);
  function discardDraft() {
    queue.reset();
    removeDraft();
  }
  return {
    restored,
    view,
    changeView(change) {
      show({ ...latestView.current, ...change(latestView.current) });
      writeView(tabStorage, key, latestView.current);
    },
    removeDraft,
    discardDraft,
    discard() {
      form.reset(initial);
      show(newFormView(startsWithVin));
      discardDraft();
      setRestored(null);
    },
  };
}

/** Reads an earlier draft, or null. "Más datos" is open if one of its fields changed. */
function recover({ initial, images, startsWithVin }: DraftSource, key: string) {
  const values = readDraft(tabStorage, key, initial);
  const photos = readPhotos(tabStorage, key, { initial: images, now: Date.now() });
  const view = readView(tabStorage, key) ?? newFormView(startsWithVin);
  if (!values && !photos && view.equipment === "") return null;
  const isFilled = furtherFields.some((name) => values && values[name] !== initial[name]);
  return { values, photos, view: { ...view, furtherOpen: view.furtherOpen || isFilled } };
}
