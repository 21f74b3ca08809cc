import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { Vehicle } from "#contract/vehicle.ts";
import { readVehicles, type Transfer } from "../transfer-queries.ts";
import type { PhotoCar } from "./match-photo.ts";
import type { KnownPhotos } from "./plan-photos.ts";

export const PHOTO_BUCKET = "vehicle_images";

const CarRow = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  year: true,
  vin: true,
  stock_number: true,
  images: true,
});

/** A dealership's vehicles with their photo URLs. Throws PostgREST's error. */
export async function readPhotoCars(
  supabase: SupabaseClient,
  { ownerId }: Transfer,
): Promise<PhotoCar[]> {
  const columns = Object.keys(CarRow.shape);
  const rows = await readVehicles(supabase, ownerId, { row: CarRow, columns });
  return rows.map(({ brand, model, year, ...car }) => ({
    ...car,
    title: `${brand} ${model} ${year}`,
  }));
}

const Found = z.array(
  z.object({
    hash: z.string(),
    vehicle_id: z.guid().nullable(),
    name: z.string().nullable(),
  }),
);

/** Hashes per request. */
const HASHES_PER_REQUEST = 1000;

/** Finds which of these files the dealership already stores (rpc find_photos). */
export async function findPhotos(
  supabase: SupabaseClient,
  { ownerId }: Transfer,
  hashes: string[],
): Promise<KnownPhotos> {
  const known: KnownPhotos = new Map();
  for (let at = 0; at < hashes.length; at += HASHES_PER_REQUEST) {
    const { data, error } = await supabase.rpc("find_photos", {
      p_dealership_id: ownerId,
      p_hashes: hashes.slice(at, at + HASHES_PER_REQUEST),
    });
    if (error) throw error;
    for (const { hash, vehicle_id, name } of Found.parse(data)) {
      const entry = known.get(hash) ?? { vehicles: new Set(), stored: null };
      if (vehicle_id) entry.vehicles.add(vehicle_id);
      if (name) entry.stored = publicPhotoUrl(supabase, name);
      known.set(hash, entry);
    }
  }
  return known;
}

/** Public URL of a stored photo. */
export function publicPhotoUrl(supabase: SupabaseClient, name: string): string {
  return supabase.storage.from(PHOTO_BUCKET).getPublicUrl(name).data.publicUrl;
}

const LastPhotos = z.object({
  id: z.guid(),
  photo_count: z.number().int(),
  vehicle_count: z.number().int(),
});

/** Query key of the photo plan. */
export const photoPlanKey = ["transfer", "photo-plan"] as const;

/** Query key of the last photo import. */
export const lastPhotosKey = ["transfer", "photos"] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The person's last photo import of the past 24 hours, which can be undone. */
export function lastPhotosQuery(supabase: SupabaseClient, { ownerId, person }: Transfer) {
  return queryOptions({
    queryKey: [...lastPhotosKey, ownerId, person] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("photo_imports")
        .select(Object.keys(LastPhotos.shape).join(","))
        .eq("dealership_id", ownerId)
        .gt("created_at", new Date(Date.now() - DAY_MS).toISOString())
        .order("created_at", { ascending: false })
        .limit(1)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(LastPhotos).parse(data)[0] ?? null;
    },
  });
}
