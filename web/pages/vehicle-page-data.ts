import { priceIn } from "#contract/price.ts";
import type { Currency } from "#contract/units.ts";
import type { PublicSeller } from "#web/features/sellers/public-seller.ts";
import { planScale } from "#web/features/storefronts/plan-scale.ts";
import { calculatorLink, storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import type { PublicVehicle } from "#web/features/vehicles/public/load-public-vehicle.ts";

/** The breadcrumb from the dealership's landing to the vehicle, if there is a landing. */
export function breadcrumbsOf(dealership: PublicSeller | null, siteUrl: string) {
  if (dealership?.role !== "concesionario" || dealership.slug === null) return {};
  const { name, slug } = dealership;
  return {
    trail: [
      { name, url: storefrontLinks.landing(slug, siteUrl) },
      { name: "Inventario", url: storefrontLinks.inventory(slug, siteUrl) },
    ],
  };
}

/**
 * The payment calculator's initial values for a vehicle that is not sold, and a link to the
 * dealership's calculator for visitors without script.
 */
export function paymentOf(
  { price, status }: PublicVehicle,
  currency: Currency,
  storefront: string | null,
) {
  if (status === "Vendido") return null;
  const amount = priceIn(currency, price);
  return {
    price: amount,
    scale: planScale(currency, amount === null ? null : String(amount)),
    href: storefront && calculatorLink(storefront, amount),
  };
}
