import type { z } from "zod";
import { formatPrice } from "#contract/price.ts";
import { formatDistance, type Units } from "#contract/units.ts";
import { rowMask, Vehicle } from "#contract/vehicle.ts";
import { publicReservedUntil } from "./reserved-until.ts";

const Row = Vehicle.pick({ id: true, ...rowMask("card"), images: true, reserved_until: true });

/** Vehicle columns of a public card. */
export const CARD_COLUMNS = Object.keys(Row.shape).join(",");

/** A vehicle on public cards, with only the cover and the number of photos. */
export const CardVehicle = Row.transform(({ images, ...vehicle }) => ({
  ...vehicle,
  cover: images[0] ?? null,
  photos: images.length,
}));
export type CardVehicle = z.output<typeof CardVehicle>;

/** A card prepared by a loader, so that browsers need no code for it. */
export type PreparedCard = Pick<
  CardVehicle,
  "id" | "brand" | "model" | "year" | "status" | "cover" | "photos"
> & { facts: string; price: string; reserved: string | null };

/** Prepares a card. For loaders. */
export function prepareCard(vehicle: CardVehicle, units: Units): PreparedCard {
  const { id, brand, model, year, status, cover, photos } = vehicle;
  const reserved = publicReservedUntil(vehicle.reserved_until, units);
  return { id, brand, model, year, status, reserved, cover, photos, ...cardTexts(vehicle, units) };
}

/** One line with a card's facts, and its price. */
export function cardTexts(
  vehicle: Pick<CardVehicle, "mileage" | "transmission" | "fuel_type" | "price">,
  units: Units,
): { facts: string; price: string } {
  const { mileage, transmission, fuel_type, price } = vehicle;
  const distance = mileage === null ? null : formatDistance(mileage, units);
  return {
    facts: [distance, transmission, fuel_type].filter(Boolean).join(" · "),
    price: formatPrice(price, units.currency),
  };
}
