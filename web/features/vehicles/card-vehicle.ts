import type { z } from "zod";
import { Vehicle } from "#contract/vehicle.ts";

/** What a public page asks for of a vehicle that it shows as a card. */
export const CARD_COLUMNS =
  "id,brand,model,year,price,mileage,transmission,fuel_type,images,status";

/** A vehicle as the cards of public pages show one: of its photos the cover and their number. */
export const CardVehicle = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  year: true,
  price: true,
  mileage: true,
  transmission: true,
  fuel_type: true,
  images: true,
  status: true,
}).transform(({ images, ...vehicle }) => ({
  ...vehicle,
  cover: images[0] ?? null,
  photos: images.length,
}));
export type CardVehicle = z.output<typeof CardVehicle>;
