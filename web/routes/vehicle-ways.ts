import { priceAmount } from "#contract/price-amount.ts";
import type { PublicSeller } from "#web/features/sellers/public-seller.ts";
import { calculatorLink, storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import type { PublicVehicle } from "#web/features/vehicles/public/load-public-vehicle.ts";

/** The way to the vehicle from its dealership's landing, if that has one. */
export function trailOf(dealership: PublicSeller | null, siteUrl: string) {
  if (dealership?.role !== "concesionario" || dealership.slug === null) return {};
  const { name, slug } = dealership;
  return {
    trail: [
      { name, url: storefrontLinks.landing(slug, siteUrl) },
      { name: "Inventario", url: storefrontLinks.inventory(slug, siteUrl) },
    ],
  };
}

/** The dealership's calculator at this vehicle's price, if both are there and it can be bought. */
export function paymentAddress(storefront: string | null, vehicle: PublicVehicle): string | null {
  const amount = priceAmount(vehicle.price);
  if (storefront === null || amount === null || vehicle.status === "Vendido") return null;
  return calculatorLink(storefront, amount);
}
