import { dependencyIds, loadPublicSeller } from "#web/features/sellers/load-public-seller.ts";
import { profileMessages } from "#web/features/storefronts/messages.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { errorPageMeta } from "#web/features/storefronts/profile-meta.ts";
import {
  ProfileNotFound,
  StorefrontUnavailable,
} from "#web/features/storefronts/storefront-error-pages.tsx";
import { pagePathOfRole } from "#web/features/storefronts/storefront-links.ts";
import { installMeta } from "#web/features/storefronts/web-manifest.ts";
import { isCacheableListing } from "#web/features/vehicles/listing/is-cacheable-listing.ts";
import { readListingSearch } from "#web/features/vehicles/listing/listing-search.ts";
import { emptyListing, loadListing } from "#web/features/vehicles/listing/load-listing.ts";
import { squareLogo } from "#web/pages/landing-view.ts";
import { salespersonMeta } from "#web/pages/person-meta.ts";
import {
  isMissing,
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { salespersonView } from "#web/pages/salesperson-view.ts";
import { SellerPage } from "#web/pages/seller-page.tsx";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/salesperson.ts";

/**
 * Reads the vendedor and the dealership, then a page of its vehicles: three requests, two in
 * parallel. Returns 301, 410 or 404 for an unknown slug, 503 when the API does not answer.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const slug = params.publicSlug;
  const found = await loadPublicSeller(rest, slug, "vendedor").catch(throwUnavailable);
  if (found === null) {
    throw await notFoundResponse(rest, slug, request, pagePathOfRole).catch(throwUnavailable);
  }
  const { dealership } = found;
  redirectForeignPage({ context, url }, [dealership?.id]);
  const search = readListingSearch(parameters);
  const listing = dealership
    ? await loadListing(rest, dealership.id, search).catch(throwUnavailable)
    : emptyListing(search);
  const { shown, view } = salespersonView({ ...found, listing, slug, siteUrl, defaultCountry });
  if (isCacheableListing(listing, shown.units, parameters)) cacheUntilChanged(dependencyIds(found));
  return {
    view,
    accent: accentCss(shown.accentColor),
    head: [
      ...salespersonMeta({ siteUrl, seller: shown, contact: view.contact, dealership, listing }),
      ...installMeta({ slug, accent: shown.accentColor, logo: squareLogo(shown.logo) }),
    ],
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ??
  errorPageMeta(profileMessages[isMissing(error) ? "salesperson" : "unanswered"]);

export default function SalespersonRoute({ loaderData: { view, accent } }: Route.ComponentProps) {
  return (
    <>
      {accent && <style>{accent}</style>}
      <SellerPage {...view} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <ProfileNotFound kind="salesperson" /> : <StorefrontUnavailable />;
}
