import { formatPrice } from "#contract/price.ts";
import { formatDistance, formatMoney } from "#contract/units.ts";
import { useUnits } from "./use-units.ts";

/** The dealership that sets the units; defaults to the active account's. */
type OfDealership = { dealershipId?: string | undefined };

/** An amount of money; a dash for none. */
export function Money({ amount, dealershipId }: { amount: number | null } & OfDealership) {
  const { currency } = useUnits(dealershipId);
  return <span>{amount === null ? "–" : formatMoney(amount, currency)}</span>;
}

/** A vehicle's price, as money if it is a number, else as typed. */
export function Price({ price, dealershipId }: { price: string | null } & OfDealership) {
  return <span>{formatPrice(price, useUnits(dealershipId).currency)}</span>;
}

export function Distance({ distance, dealershipId }: { distance: number | null } & OfDealership) {
  return <span>{formatDistance(distance, useUnits(dealershipId))}</span>;
}
