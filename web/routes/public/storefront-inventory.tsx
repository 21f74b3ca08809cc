import {
  loadSalesperson,
  type PageSeller,
  resolvePageSeller,
} from "#web/features/sellers/attribution.ts";
import { dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import type { SellerContact } from "#web/features/sellers/seller-contact.ts";
import { loadStorefront } from "#web/features/storefronts/load-storefront.ts";
import { storefrontMessages } from "#web/features/storefronts/messages.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { errorPageMeta, profileMeta } from "#web/features/storefronts/profile-meta.ts";
import type { Storefront } from "#web/features/storefronts/storefront.ts";
import {
  StorefrontNotFound,
  StorefrontUnavailable,
} from "#web/features/storefronts/storefront-error-pages.tsx";
import { pagePathOfRole, storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import { installMeta } from "#web/features/storefronts/web-manifest.ts";
import { isCacheableListing } from "#web/features/vehicles/listing/is-cacheable-listing.ts";
import { countFilters, readListingSearch } from "#web/features/vehicles/listing/listing-search.ts";
import { type LoadedListing, loadListing } from "#web/features/vehicles/listing/load-listing.ts";
import { listingAddress, prepareListing } from "#web/features/vehicles/listing/prepare-listing.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { vehicleTitle } from "#web/features/vehicles/vehicle-title.ts";
import { squareLogo, storedPicture } from "#web/pages/landing-view.ts";
import { isMissing, publicLoaderInput, throwUnavailable } from "#web/pages/public-visit.ts";
import { SellerPage } from "#web/pages/seller-page.tsx";
import { bandView, sellerView } from "#web/pages/seller-view.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { openingHoursMeta } from "#web/ui/opening-times.ts";
import { previewImage } from "#web/ui/picture/photo-addresses.ts";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/storefront-inventory.ts";

const SELLER = { columns: SELLER_COLUMNS, schema: PublicSeller };

/**
 * Reads the dealership and the vendedor of the link, then a page of vehicles: four requests in two
 * rounds. Returns 301, 410 or 404 when the dealership does not exist, 503 when the API does not
 * answer.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const answers = Promise.all([
    loadStorefront(rest, params.publicSlug, SELLER),
    loadSalesperson(rest, parameters),
  ]);
  const [found, vendedor] = await answers.catch(throwUnavailable);
  if (found === null) {
    const answer = notFoundResponse(rest, params.publicSlug, request, inventoryOfRole);
    throw await answer.catch(throwUnavailable);
  }
  const { storefront } = found;
  const search = readListingSearch(parameters);
  const listing = await loadListing(rest, storefront.id, search).catch(throwUnavailable);
  const seller = resolvePageSeller(found.seller, vendedor, defaultCountry);
  if (isCacheableListing(listing, storefront.units, parameters))
    cacheUntilChanged([storefront.id, seller.id]);
  const contact = sellerView(seller, {
    question: dealershipQuestion(storefront.name),
    qrAddress: `${siteUrl}/vcard/${seller.slug}`,
  });
  return {
    view: {
      contact,
      band: bandView({
        heroColor: storefront.style.heroColour,
        heroImage: storefront.style.heroImage,
      }),
      back: { href: seller.storefront ?? "/", label: `Volver a ${storefront.name}` },
      offers: storefront.offers,
      customButton: storefront.customButton,
      listing: prepareListing(
        listing,
        storefront.units,
        storefrontLinks.inventory(storefront.slug),
        seller.vendedor,
      ),
    },
    accent: accentCss(storefront.style.accentColour),
    head: [
      ...inventoryMeta({ siteUrl, storefront, seller, contact, listing }),
      ...installMeta({
        slug: storefront.slug,
        accent: storefront.style.accentColour,
        logo: squareLogo(storefront.logo),
      }),
    ],
  };
}

/** The page that now has the inventory of a moved slug. */
function inventoryOfRole(slug: string, role: string): string | null {
  return role === "concesionario" ? storefrontLinks.inventory(slug) : pagePathOfRole(slug, role);
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ??
  errorPageMeta(storefrontMessages[isMissing(error) ? "missing" : "unanswered"]);

export default function StorefrontInventoryRoute({ loaderData }: Route.ComponentProps) {
  const { view, accent } = loaderData;
  return (
    <>
      {accent && <style>{accent}</style>}
      <SellerPage {...view} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <StorefrontNotFound /> : <StorefrontUnavailable />;
}

type Inventory = {
  siteUrl: string;
  storefront: Storefront;
  seller: PageSeller;
  contact: SellerContact;
  listing: LoadedListing;
};

/**
 * The head of a dealership's inventory. Search engines index the pages of the whole inventory, but
 * not those of a search.
 */
function inventoryMeta({ siteUrl, storefront, seller, contact, listing }: Inventory) {
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
      openingHours: storefront.hours && openingHoursMeta(storefront.hours),
    },
    {
      title: `Inventario de ${name}${isLaterPage ? `, página ${search.page}` : ""}`,
      description: summary(name, found, vehicles.map(vehicleTitle)),
      canonical,
      url: shared,
      image: previewImage(
        storedPicture(storefront.style.heroImage) ?? vehicles[0]?.cover ?? undefined,
        siteUrl,
      ),
      breadcrumbs: [
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
  const count = `${formatNumber(found)} ${found === 1 ? "vehículo disponible" : "vehículos disponibles"}`;
  return `${count} en ${name}: ${titles.join(", ")}`;
}
