import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import { Vehicle, type VehicleInput } from "#contract/vehicle.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { storedPath } from "#web/ui/picture/photo-addresses.ts";
import { formMessages } from "./messages.ts";

/** Why a row was not saved, and the form field. */
export type SaveFailure = { description: string; field?: "stock_number" };

/**
 * Updates the changed columns; does nothing without changes. Selects the row, because an update
 * hidden by row security also reports success. Returns the failure, also for a missing row, or null
 * (docs/product/vehicle-form.md).
 */
export async function updateVehicle(
  supabase: SupabaseClient,
  id: string,
  changes: Partial<VehicleInput> & { images?: string[] },
): Promise<SaveFailure | null> {
  if (Object.keys(changes).length === 0) return null;
  const { error } = await supabase
    .from("vehicles")
    .update(changes)
    .eq("id", id)
    .select("id")
    .single();
  if (!error) return null;
  return error.code === NO_ROWS
    ? { description: formMessages.rowGone }
    : describeSaveFailure(error);
}

/** The stock number is the only unique field within a dealership. */
export function describeSaveFailure(error: PostgrestError): SaveFailure {
  return error.code === UNIQUE_VIOLATION
    ? { description: formMessages.stockNumberTaken, field: "stock_number" }
    : { description: requestErrorMessage(error) };
}

const NO_ROWS = "PGRST116";
const UNIQUE_VIOLATION = "23505";

/**
 * Deletes stored photos of an owner's vehicle and ignores other URLs. Returns the error, or null.
 */
export async function removePhotos(
  supabase: SupabaseClient,
  ownerId: string,
  urls: string[],
): Promise<unknown> {
  const names = urls.map((url) => objectName(url, ownerId)).filter((name) => name !== null);
  if (names.length === 0) return null;
  const { error } = await supabase.storage.from("vehicle_images").remove(names);
  return error;
}

/**
 * `refusal` is the database's reason, `error` any other failure; `photosFailed` means that storage
 * failed.
 */
export type Deletion =
  | { deleted: true }
  | {
      deleted: false;
      refusal?: { description: string };
      error?: unknown;
      photosFailed?: boolean;
    };

/**
 * Deletes a vehicle after its stored photos. A vehicle that the caller may not delete keeps its
 * photos.
 */
export async function deleteVehicle(supabase: SupabaseClient, id: string): Promise<Deletion> {
  const checked = await supabase.rpc("check_vehicle_deletion", { p_vehicle_id: id });
  if (checked.error?.code === "P0001") {
    return { deleted: false, refusal: { description: checked.error.message } };
  }
  if (checked.error) return { deleted: false, error: checked.error };
  const found = await supabase.from("vehicles").select("user_id, images").eq("id", id).single();
  if (found.error) return { deleted: false, error: found.error };
  const { user_id, images } = Photos.parse(found.data);
  const failure = await removePhotos(supabase, user_id, images);
  if (failure) return { deleted: false, error: failure, photosFailed: true };
  const { error } = await supabase.from("vehicles").delete().eq("id", id).select("id").single();
  return error ? { deleted: false, error } : { deleted: true };
}

const Photos = Vehicle.pick({ user_id: true, images: true });

/**
 * Storage path of an owner's photo (the last two path segments); null outside the owner's folder,
 * because an administrator may delete everyone's files.
 */
export function objectName(imageUrl: string, ownerId: string): string | null {
  const path = storedPath(imageUrl);
  if (path === null) return null;
  const [folder, file] = path.split("/").slice(-2).map(decodeSegment);
  return folder === ownerId && file ? `${folder}/${file}` : null;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
