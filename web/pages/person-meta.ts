import type { PageSeller } from "#web/features/sellers/attribution.ts";
import type { PublicSeller } from "#web/features/sellers/public-seller.ts";
import type { SellerContact } from "#web/features/sellers/seller-contact.ts";
import { profileMeta } from "#web/features/storefronts/profile-meta.ts";
import { storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import { countFilters } from "#web/features/vehicles/listing/listing-search.ts";
import type { LoadedListing } from "#web/features/vehicles/listing/load-listing.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { vehicleTitle } from "#web/features/vehicles/vehicle-title.ts";
import { openingHoursMeta } from "#web/ui/opening-times.ts";
import { previewImage } from "#web/ui/picture/photo-addresses.ts";
import { storedPicture } from "./landing-view.ts";

type Person = { siteUrl: string; seller: PageSeller; contact: SellerContact };

/** The head of a vendedor's public page (docs/product/digital-card.md). */
export function salespersonMeta(
  person: Person & { dealership: PublicSeller | null; listing: LoadedListing },
) {
  const { siteUrl, seller, dealership, listing } = person;
  const { search, vehicles } = listing;
  const own = `${siteUrl}/s/${seller.slug}`;
  const isLaterPage = search.page > 1 && countFilters(search) === 0;
  const page = isLaterPage ? `${own}?pagina=${search.page}` : own;
  const landing = dealership?.slug && storefrontLinks.landing(dealership.slug, siteUrl);
  const title = `Vendedor: ${seller.name}`;
  return profileMeta(profileOf(person, own), {
    title,
    description: [
      seller.tagline ?? `Habla con ${seller.name}`,
      dealership?.name,
      vehicles.map(vehicleTitle).join(", "),
    ]
      .filter(Boolean)
      .join(" · "),
    canonical: page,
    url: page,
    image: imageOf(person, vehicles[0]?.cover),
    ...(landing
      ? {
          breadcrumbs: [
            { name: dealership.name, url: landing },
            { name: title, url: own },
          ],
        }
      : {}),
    items: vehicles.map((vehicle) => ({
      name: vehicleTitle(vehicle),
      url: vehicleLinks.publicPage(vehicle.id, siteUrl),
    })),
  });
}

/** The head of a digital contact card. */
export function cardMeta(person: Person & { role: string; address: string }) {
  const { seller, role, address } = person;
  return profileMeta(profileOf(person, address), {
    title: seller.name,
    description: [role, seller.tagline, "Guarda mi contacto y escríbeme cuando quieras."]
      .filter(Boolean)
      .join(" · "),
    canonical: address,
    url: address,
    image: imageOf(person, null),
  });
}

function profileOf({ siteUrl, seller, contact }: Person, url: string) {
  return {
    kind: seller.role === "concesionario" ? ("AutoDealer" as const) : ("Person" as const),
    name: seller.name,
    url,
    logo: contact.logo && new URL(contact.logo, siteUrl).href,
    contact: contact.links,
    openingHours: seller.hours && openingHoursMeta(seller.hours),
    worksFor: seller.worksFor
      ? { name: seller.worksFor, url: seller.storefront && `${siteUrl}${seller.storefront}` }
      : undefined,
  };
}

function imageOf({ siteUrl, seller }: Person, cover: string | null | undefined): string {
  return previewImage(storedPicture(seller.heroImage) ?? cover ?? undefined, siteUrl);
}
