import { type Currency, currencyScale, moneyShape } from "#contract/units.ts";
import { type PlanScale, topPrice } from "./payment-plan.ts";

/**
 * The calculator's scale in a dealership's currency, which takes in the price that a customer comes
 * with. For loaders and the private part: Intl costs a slow phone 40 ms.
 */
export function planScale(currency: Currency, price: string | null): PlanScale {
  const scale = { factor: currencyScale(currency), shape: moneyShape(currency) };
  return { ...scale, top: topPrice(price, scale) };
}
