import { z } from "zod";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { vehicleFieldNames } from "#contract/vehicle-fields.ts";
import { draftPrefix } from "#web/session/tab-memory.ts";

/** Where an unsaved form is kept for this tab, one for each person and vehicle. */
export function draftKey(userId: string, vehicle: string): string {
  return `${draftPrefix}${userId}:${vehicle}`;
}

const Texts = z.record(z.enum(vehicleFieldNames), z.string());
const Draft = z.object({ initial: Texts, values: Texts });

/**
 * Keeps what was typed, so that a phone that drops the page while its camera is open, or a session
 * that ends, loses nothing. A full or forbidden storage is no reason to stop anybody.
 */
export function writeDraft(
  storage: Storage,
  key: string,
  draft: { initial: VehicleFormValues; values: VehicleFormValues },
): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}

/**
 * What was typed and not saved; null if there is nothing, or if the vehicle has been changed since.
 */
export function readDraft(
  storage: Storage,
  key: string,
  initial: VehicleFormValues,
): VehicleFormValues | null {
  try {
    const draft = Draft.parse(JSON.parse(storage.getItem(key) ?? "null"));
    if (vehicleFieldNames.some((name) => draft.initial[name] !== initial[name])) return null;
    if (vehicleFieldNames.every((name) => draft.values[name] === initial[name])) return null;
    return draft.values;
  } catch {
    return null;
  }
}

/** Forgets the draft: it was saved, or the person let it go. */
export function clearDraft(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    return;
  }
}
