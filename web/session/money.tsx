import { formatPrice } from "#contract/price.ts";
import { formatDistance, formatMoney } from "#contract/units.ts";
import { useUnits } from "./use-units.ts";

/** Whose units are shown: by default the dealership's of the account that is active. */
type Whose = { dealershipId?: string | undefined };

/** An amount of money; a dash where nobody gave one. */
export function Money({ amount, dealershipId }: { amount: number | null } & Whose) {
  const { currency } = useUnits(dealershipId);
  return amount === null ? "–" : formatMoney(amount, currency);
}

/** A vehicle's price as it was typed, shown as money where it is a number. */
export function Price({ price, dealershipId }: { price: string | null } & Whose) {
  return formatPrice(price, useUnits(dealershipId).currency);
}

/** How far a vehicle was driven. */
export function Distance({ distance, dealershipId }: { distance: number | null } & Whose) {
  return formatDistance(distance, useUnits(dealershipId));
}
