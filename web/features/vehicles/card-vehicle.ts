import type { z } from "zod";
import { rowMask, Vehicle } from "#contract/vehicle.ts";

const Row = Vehicle.pick({ id: true, ...rowMask("card"), images: true });

/** What a public page asks for of a vehicle that it shows as a card. */
export const CARD_COLUMNS = Object.keys(Row.shape).join(",");

/** A vehicle as the cards of public pages show one: of its photos the cover and their number. */
export const CardVehicle = Row.transform(({ images, ...vehicle }) => ({
  ...vehicle,
  cover: images[0] ?? null,
  photos: images.length,
}));
export type CardVehicle = z.output<typeof CardVehicle>;
