import { z } from "zod";
import { type VehicleFormValues, VehicleInput } from "#contract/vehicle.ts";
import { draftPrefix } from "#web/session/tab-memory.ts";

/** Where an unsaved form is kept for this tab, one for each person and vehicle. */
export function draftKey(userId: string, vehicle: string): string {
  return `${draftPrefix}${userId}:${vehicle}`;
}

const Texts = z.record(z.enum(VehicleInput.keyof().options), z.string());
const Draft = z.object({ initial: Texts, values: Texts });

/**
 * Keeps what was typed, so that a phone that drops the page while its camera is open, or a session that ends, loses
 * nothing. A full or forbidden storage is no reason to stop anybody.
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

/** What was typed and not saved; null if there is nothing, or if the vehicle has been changed since. */
export function readDraft(
  storage: Storage,
  key: string,
  initial: VehicleFormValues,
): VehicleFormValues | null {
  try {
    const draft = Draft.parse(JSON.parse(storage.getItem(key) ?? "null"));
    const columns = VehicleInput.keyof().options;
    if (columns.some((column) => draft.initial[column] !== initial[column])) return null;
    if (columns.every((column) => draft.values[column] === initial[column])) return null;
    // Parsed just above: every column is there as a text, and a choice that is none fails at the field.
    return draft.values as VehicleFormValues;
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
