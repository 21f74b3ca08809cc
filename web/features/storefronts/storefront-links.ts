import type { PaymentPlan, TypedPlan } from "./payment-plan.ts";

/**
 * Where a dealership's public pages live (docs/product/storefront.md). `origin` makes the address
 * absolute.
 */
export const storefrontLinks = {
  landing: (slug: string, origin = "") => `${origin}/i/${slug}`,
  inventory: (slug: string, origin = "") => `${origin}/i/${slug}/inventory`,
};

/**
 * Where the page of an account is: a dealership's landing or a vendedor's digital card; nobody else
 * has one.
 */
export function pageOfRole(slug: string, role: string): string | null {
  if (role === "concesionario") return storefrontLinks.landing(slug);
  return role === "vendedor" ? `/s/${slug}` : null;
}

/** The sections of a dealership's landing, in their order; the offers only if there are some. */
export function landingSections(hasOffers: boolean): { href: string; label: string }[] {
  return [
    { href: "#inicio", label: "Inicio" },
    { href: "#inventario", label: "Inventario" },
    ...(hasOffers ? [{ href: "#ofertas", label: "Ofertas" }] : []),
    { href: "#contacto", label: "Contacto" },
  ];
}

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

/** A dealership's landing at its calculator, which starts at the given price, if there is one. */
export function calculatorLink(landing: string, price: number | null): string {
  if (price === null) return `${landing}#calculadora`;
  return `${landing}${landing.includes("?") ? "&" : "?"}${PLAN_PARAMETERS.price}=${price}#calculadora`;
}
