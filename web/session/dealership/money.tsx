import { formatPrice } from "#contract/price.ts";
import { formatDistance, formatMoney } from "#contract/units.ts";
import { useUnits } from "./use-units.ts";

/** Whose units are shown: by default the dealership's of the account that is active. */
type Whose = { dealershipId?: string | undefined };

/** An amount of money; a dash where nobody gave one. */
export function Money({ amount, dealershipId }: { amount: number | null } & Whose) {
  const { currency } = useUnits(dealershipId);
  return <span>{amount === null ? "–" : formatMoney(amount, currency)}</span>;
}

/** A vehicle's price as it was typed, shown as money where it is a number. */
export function Price({ price, dealershipId }: { price: string | null } & Whose) {
  return <span>{formatPrice(price, useUnits(dealershipId).currency)}</span>;
}

/** How far a vehicle was driven. */
export function Distance({ distance, dealershipId }: { distance: number | null } & Whose) {
  return <span>{formatDistance(distance, useUnits(dealershipId))}</span>;
}
