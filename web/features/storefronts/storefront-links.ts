import type { PaymentPlan, TypedPlan } from "./payment-plan.ts";

/**
 * URLs of a dealership's public pages (docs/product/storefront.md). `origin` makes them absolute.
 */
export const storefrontLinks = {
  landing: (slug: string, origin = "") => `${origin}/i/${slug}`,
  inventory: (slug: string, origin = "") => `${origin}/i/${slug}/inventory`,
};

/**
 * Path of an account's public page: a dealership's landing or a salesperson's digital card; null
 * for others.
 */
export function pagePathOfRole(slug: string, role: string): string | null {
  if (role === "concesionario") return storefrontLinks.landing(slug);
  return role === "vendedor" ? `/s/${slug}` : null;
}

/** The sections of a dealership's landing, in order; offers only if set. */
export function landingSections(hasOffers: boolean): { href: string; label: string }[] {
  return [
    { href: "#inicio", label: "Inicio" },
    { href: "#inventario", label: "Inventario" },
    ...(hasOffers ? [{ href: "#ofertas", label: "Ofertas" }] : []),
    { href: "#contacto", label: "Contacto" },
  ];
}

/** URL parameters of the calculator, which works without script. */
export const PLAN_PARAMETERS = {
  price: "precio",
  down: "inicial",
  rate: "tasa",
  months: "plazo",
} as const satisfies Record<keyof PaymentPlan, string>;

/** Reads the calculator's values from the URL. */
export function planParameters(parameters: URLSearchParams): TypedPlan & { price: string | null } {
  return {
    price: parameters.get(PLAN_PARAMETERS.price),
    down: parameters.get(PLAN_PARAMETERS.down),
    rate: parameters.get(PLAN_PARAMETERS.rate),
    months: parameters.get(PLAN_PARAMETERS.months),
  };
}

/** URL of the calculator on a dealership's landing, with an initial price if given. */
export function calculatorLink(landing: string, price: number | null): string {
  if (price === null) return `${landing}#calculadora`;
  return `${landing}${landing.includes("?") ? "&" : "?"}${PLAN_PARAMETERS.price}=${price}#calculadora`;
}
