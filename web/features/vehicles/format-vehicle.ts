import { priceAmount } from "#contract/price-amount.ts";
import type { Vehicle } from "#contract/vehicle.ts";
import { formatMoney, groupDigits } from "#web/ui/controls/group-digits.ts";

/**
 * Shown where a visitor would look for a price that nobody wrote (product section 2, Public vehicle
 * page).
 */
const PRICE_ON_REQUEST = "A consultar";

/**
 * The price as people read it: a number as money ("$15,000"), a phrase as it is, none as 'A
 * consultar'.
 */
export function formatPrice(price: string | null): string {
  const amount = priceAmount(price);
  return amount === null ? price?.trim() || PRICE_ON_REQUEST : formatMoney(amount);
}

/**
 * A distance in miles as people read it: "12,345 mi"; a dash when nobody wrote it (product section
 * 9).
 */
export function formatMileage(mileage: number | null): string {
  return mileage === null ? "—" : `${groupDigits(mileage)} mi`;
}

/** A vehicle's name in a list or a title: "Hyundai Kona 2023". */
export function vehicleTitle(vehicle: Pick<Vehicle, "brand" | "model" | "year">): string {
  return `${vehicle.brand} ${vehicle.model} ${vehicle.year}`;
}
