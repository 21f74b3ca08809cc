import type { PaymentPlan, TypedPlan } from "./payment-plan.ts";

/** The calculator's values in the page's address, by which it also works without script. */
export const PLAN_PARAMETERS = {
  price: "precio",
  down: "inicial",
  rate: "tasa",
  months: "plazo",
} as const satisfies Record<keyof PaymentPlan, string>;

/** What the page's address says about the calculator's values. */
export function planParameters(parameters: URLSearchParams): TypedPlan & { price: string | null } {
  return {
    price: parameters.get(PLAN_PARAMETERS.price),
    down: parameters.get(PLAN_PARAMETERS.down),
    rate: parameters.get(PLAN_PARAMETERS.rate),
    months: parameters.get(PLAN_PARAMETERS.months),
  };
}

/** A dealership's landing at its calculator, which starts at the given price. */
export function calculatorLink(landing: string, price: number): string {
  return `${landing}${landing.includes("?") ? "&" : "?"}${PLAN_PARAMETERS.price}=${price}#calculadora`;
}
