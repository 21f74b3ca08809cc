import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { clearDraft, readDraft, readPhotos, writeDraft, writePhotos } from "./draft.ts";
import type { PhotoQueue } from "./photos/photo-queue.ts";

/** The form of a vehicle: texts in, columns out. */
export type VehicleForm = UseFormReturn<VehicleFormValues, unknown, VehicleInput>;

/** What came back of an earlier page, and how many of its photos did not. */
export type Restored = { lostPhotos: number };

/** What is kept: the form and the photos, and what both were when they were loaded. */
type Drafted = {
  form: VehicleForm;
  initial: VehicleFormValues;
  queue: PhotoQueue;
  images: string[];
};

type Draft = {
  restored: Restored | null;
  /** It was saved. */
  forget: () => void;
  /** The person let it go; what was uploaded goes, too. */
  letGo: () => void;
  /** The same, and the form stays. */
  discard: () => void;
};

/** Brings back what was typed and uploaded earlier and not saved, and keeps what is now. */
export function useDraft({ form, initial, queue, images }: Drafted, key: string): Draft {
  const [restored, setRestored] = useState<Restored | null>(null);

  useEffect(() => {
    const draft = readDraft(sessionStorage, key, initial);
    if (draft) form.reset(draft, { keepDefaultValues: true });
    const kept = readPhotos(sessionStorage, key, { initial: images, now: Date.now() });
    if (kept) queue.restore(kept.photos);
    if (draft || kept) setRestored({ lostPhotos: kept?.lost ?? 0 });
    const stopPhotos = queue.subscribe(() =>
      writePhotos(sessionStorage, key, { initial: images, photos: queue.photos() }),
    );
    const stopTexts = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(sessionStorage, key, { initial, values }),
    });
    return () => {
      stopPhotos();
      stopTexts();
    };
  }, [form, initial, queue, images, key]);

  const forget = () => clearDraft(sessionStorage, key);
  function letGo() {
    queue.reset();
    forget();
  }
  return {
    restored,
    forget,
    letGo,
    discard() {
      form.reset(initial);
      letGo();
      setRestored(null);
    },
  };
}
