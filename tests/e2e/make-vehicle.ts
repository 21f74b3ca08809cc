import type { Vehicle } from "#contract/vehicle.ts";
import type { Person } from "#tests/support/people.ts";
import { drawPhoto } from "./draw-photos.ts";

/** Adds a vehicle through the API as its dealer; returns the row. */
export async function makeVehicle(
  dealer: Person,
  changes: Partial<Omit<Vehicle, "id" | "views">> = {},
): Promise<Vehicle> {
  const { data, error } = await dealer.client
    .from("vehicles")
    .insert({
      user_id: dealer.id,
      brand: "Hyundai",
      model: "Kona",
      year: 2023,
      vin: "KM8K2CAB4PU001140",
      price: "18500",
      mileage: 21000,
      transmission: "Automático",
      fuel_type: "Gasolina",
      doors: 4,
      color: "Azul",
      description: "Un solo dueño.",
      ...changes,
    })
    .select()
    .single();
  if (error) throw error;
  return data;
}

/** Stores a photo in the dealer's folder; returns its public URL. */
export function storePhoto(dealer: Person, name: string, colour: string): Promise<string> {
  return storePicture(dealer, "vehicle_images", { name, colour });
}

/** Stores a logo in a person's folder; returns its public URL. */
export function storeLogo(person: Person, colour: string): Promise<string> {
  return storePicture(person, "dealership_logos", { name: "logo.jpg", colour });
}

async function storePicture(
  person: Person,
  bucketId: string,
  { name, colour }: { name: string; colour: string },
): Promise<string> {
  const { buffer } = await drawPhoto(name, colour);
  const path = `${person.id}/${Date.now()}-${name}`;
  const bucket = person.client.storage.from(bucketId);
  const { error } = await bucket.upload(path, buffer, { contentType: "image/jpeg" });
  if (error) throw error;
  return bucket.getPublicUrl(path).data.publicUrl;
}
