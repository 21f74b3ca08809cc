import { defaultVendedorLayout } from "#contract/accounts/profile-config.ts";
import { resolvePersonSeller } from "#web/features/sellers/attribution.ts";
import { dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import type { LoadedSeller } from "#web/features/sellers/load-public-seller.ts";
import type { CardHeader } from "#web/features/sellers/seller-contact.ts";
import type { LoadedListing } from "#web/features/vehicles/listing/load-listing.ts";
import { prepareListing } from "#web/features/vehicles/listing/prepare-listing.ts";
import { bandView, sellerView } from "./seller-view.ts";

type Found = LoadedSeller & {
  listing: LoadedListing;
  slug: string;
  siteUrl: string;
  defaultCountry: string;
};

/** The data of a vendedor's page, for the page's loader and the editor's preview. */
export function salespersonView({ seller, dealership, listing, ...page }: Found) {
  const { slug, siteUrl, defaultCountry } = page;
  const shown = resolvePersonSeller({ seller, dealership }, defaultCountry);
  const contact = sellerView(shown, {
    question: dealershipQuestion(dealership?.name ?? shown.name),
    qrAddress: `${siteUrl}/vcard/${slug}`,
  });
  // A dealership's logo does not name the seller, so only a vendedor's own logo can replace the
  // name.
  const isInLogo = seller.showsName === false && seller.logo !== undefined && contact.logo !== null;
  const header: CardHeader = {
    layout: seller.layout ?? defaultVendedorLayout,
    name: isInLogo ? "in-logo" : "written",
  };
  return {
    shown,
    view: {
      contact: { ...contact, header },
      band: bandView(shown),
      back:
        dealership && shown.storefront
          ? { href: shown.storefront, label: dealership.name }
          : undefined,
      offers: shown.offers,
      listing: prepareListing(listing, shown.units, `/s/${slug}`, slug),
    },
  };
}
