import type { Vehicle } from "#contract/vehicle.ts";
import { groupDigits } from "#web/ui/controls/group-digits.ts";

/**
 * Shown where a visitor would look for a price that nobody wrote (product section 2, Public vehicle
 * page).
 */
const PRICE_ON_REQUEST = "A consultar";

/**
 * The number behind a typed price ("15000", "$15,000.50", "15.000", "15 mil"), or null when it is a
 * phrase, as private.price_amount reads it. Commas and points that group must stand where groups
 * end, so "15,00" is a phrase.
 */
export function priceAmount(price: string | null): number | null {
  const text = (price ?? "")
    .trim()
    .replace(/^(?:US)?\$\s*/i, "")
    .replace(/\s*(?:USD|\$)$/i, "");
  if (/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(",", ""));
  }
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  const [, thousands] = /^(\d{1,4}(?:[.,]\d)?) ?(?:mil|k)$/i.exec(text) ?? [];
  return thousands === undefined ? null : Math.round(Number(thousands.replace(",", ".")) * 1000);
}

/**
 * The price as people read it: a number as money ("$15,000"), a phrase as it is, none as 'A
 * consultar'.
 */
export function formatPrice(price: string | null): string {
  const amount = priceAmount(price);
  if (amount === null) return price?.trim() || PRICE_ON_REQUEST;
  const cents = Number.isInteger(amount) ? 0 : 2;
  return `$${groupDigits(amount, cents)}`;
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
