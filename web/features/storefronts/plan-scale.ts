import { type Currency, currencyScale, moneyFormat } from "#contract/units.ts";
import { type PlanScale, priceScaleTop } from "./payment-plan.ts";

/**
 * The calculator's scale in a dealership's currency, extended to the given price. For loaders and
 * private pages: Intl takes 40 ms on a slow phone.
 */
export function planScale(currency: Currency, price: string | null): PlanScale {
  const scale = { factor: currencyScale(currency), shape: moneyFormat(currency) };
  return { ...scale, top: priceScaleTop(price, scale) };
}
