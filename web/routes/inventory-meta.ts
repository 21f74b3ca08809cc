import type { ShownSeller } from "#web/features/sellers/attribution.ts";
import type { SellerContact } from "#web/features/sellers/seller-contact.ts";
import { profileMeta } from "#web/features/storefronts/profile-meta.ts";
import type { Storefront } from "#web/features/storefronts/storefront.ts";
import { storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import { vehicleTitle } from "#web/features/vehicles/format-vehicle.ts";
import { countFilters } from "#web/features/vehicles/listing/listing-search.ts";
import type { FoundListing } from "#web/features/vehicles/listing/load-listing.ts";
import { listingAddress } from "#web/features/vehicles/listing/show-listing.ts";
import { previewImage } from "#web/features/vehicles/photo-addresses.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { ownPicture } from "./landing-view.ts";

type Inventory = {
  siteUrl: string;
  storefront: Storefront;
  seller: ShownSeller;
  contact: SellerContact;
  listing: FoundListing;
};

/**
 * The head of a dealership's inventory. Search engines keep each page of the whole, and none of a
 * search's.
 */
export function inventoryMeta({ siteUrl, storefront, seller, contact, listing }: Inventory) {
  const { name, slug } = storefront;
  const { search, vehicles, found } = listing;
  const landing = storefrontLinks.landing(slug, siteUrl);
  const inventory = storefrontLinks.inventory(slug, siteUrl);
  const isLaterPage = search.page > 1 && countFilters(search) === 0;
  const canonical = isLaterPage ? `${inventory}?pagina=${search.page}` : inventory;
  const shared = listingAddress(inventory, search, seller.vendedor);
  return profileMeta(
    {
      kind: "AutoDealer",
      name,
      url: landing,
      logo: contact.logo && new URL(contact.logo, siteUrl).href,
      contact: contact.links,
    },
    {
      title: `Inventario de ${name}${isLaterPage ? `, página ${search.page}` : ""}`,
      description: summary(name, found, vehicles.map(vehicleTitle)),
      canonical,
      url: shared,
      image: previewImage(
        ownPicture(storefront.style.heroImage) ?? vehicles[0]?.cover ?? undefined,
        siteUrl,
      ),
      trail: [
        { name, url: landing },
        { name: "Inventario", url: inventory },
      ],
      items: vehicles.map((vehicle) => ({
        name: vehicleTitle(vehicle),
        url: vehicleLinks.publicPage(vehicle.id, siteUrl),
      })),
    },
  );
}

function summary(name: string, found: number, titles: string[]): string {
  if (found === 0) return `Los vehículos de ${name}: pregunta por los próximos.`;
  const count = `${found.toLocaleString("en-US")} ${found === 1 ? "vehículo disponible" : "vehículos disponibles"}`;
  return `${count} en ${name}: ${titles.join(", ")}`;
}
