import type { SupabaseClient } from "@supabase/supabase-js";
import type { VehicleInput } from "#contract/vehicle.ts";
import { serverSentence } from "#web/session/server-sentence.ts";

const UNIQUE_VIOLATION = "23505";

/**
 * Writes a new vehicle. The form makes the id once, so that a save whose answer got lost and is
 * repeated finds the row there instead of making a second one. Gives what a person reads of a
 * failure, or null when the row is stored.
 */
export async function createVehicle(
  supabase: SupabaseClient,
  vehicle: { id: string; ownerId: string; input: VehicleInput; images: string[] },
): Promise<string | null> {
  const { id, ownerId, input, images } = vehicle;
  const { error } = await supabase
    .from("vehicles")
    .insert({ id, user_id: ownerId, ...input, images });
  if (!error || error.code === UNIQUE_VIOLATION) return null;
  return serverSentence(error);
}

/** A random version 4 UUID, also on pages without TLS, where crypto.randomUUID is missing. */
export function newVehicleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[(bytes[8] ?? 0) % 4];
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}
