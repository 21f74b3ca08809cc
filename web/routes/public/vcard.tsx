import { resolvePersonSeller, roleLabelOf } from "#web/features/sellers/attribution.ts";
import { ContactCardPage } from "#web/features/sellers/contact-card-page.tsx";
import { dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import { dependencyIds, loadPublicSeller } from "#web/features/sellers/load-public-seller.ts";
import { TapData } from "#web/features/sellers/record-taps.tsx";
import { profileMessages } from "#web/features/storefronts/messages.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { errorPageMeta } from "#web/features/storefronts/profile-meta.ts";
import {
  ProfileNotFound,
  StorefrontUnavailable,
} from "#web/features/storefronts/storefront-error-pages.tsx";
import { installMeta } from "#web/features/storefronts/web-manifest.ts";
import { squareLogo } from "#web/pages/landing-view.ts";
import { cardMeta } from "#web/pages/person-meta.ts";
import {
  isMissing,
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { bandView, sellerView } from "#web/pages/seller-view.ts";
import { openingTimes } from "#web/ui/opening-times.ts";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/vcard.ts";

/**
 * Reads the seller and the dealership in one request. Returns 301, 410 or 404 for an unknown slug,
 * 503 when the API does not answer.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const slug = params.publicSlug;
  const found = await loadPublicSeller(rest, slug).catch(throwUnavailable);
  if (found === null) {
    throw await notFoundResponse(rest, slug, request, cardPath).catch(throwUnavailable);
  }
  redirectForeignPage({ context, url }, [found.dealership?.id ?? found.seller.id]);
  cacheUntilChanged(dependencyIds(found));
  const seller = resolvePersonSeller(found, defaultCountry);
  const address = `${siteUrl}${cardPath(slug)}`;
  const contact = sellerView(seller, {
    question: dealershipQuestion(found.dealership?.name ?? seller.name),
    qrAddress: address,
  });
  const role = roleLabelOf(seller);
  return {
    contact,
    role,
    tagline: seller.tagline ?? null,
    times: seller.hours ? openingTimes(seller.hours) : null,
    band: bandView(seller),
    inventory: seller.role === "vendedor" ? `/s/${slug}` : seller.inventory,
    address,
    accent: accentCss(seller.accentColor),
    head: [
      ...cardMeta({ siteUrl, seller, contact, role, address }),
      ...installMeta({ slug, accent: seller.accentColor, logo: squareLogo(seller.logo) }),
    ],
  };
}

function cardPath(slug: string): string {
  return `/vcard/${slug}`;
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ?? errorPageMeta(profileMessages[isMissing(error) ? "card" : "unanswered"]);

export default function ContactCardRoute({ loaderData }: Route.ComponentProps) {
  const { contact, accent, role, tagline, times, band, inventory, address } = loaderData;
  return (
    <>
      {accent && <style>{accent}</style>}
      <TapData sellerId={contact.id} links={contact.links} file={contact.file} />
      <ContactCardPage
        seller={contact}
        role={role}
        tagline={tagline}
        times={times}
        band={band}
        inventory={inventory}
        address={address}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <ProfileNotFound kind="card" /> : <StorefrontUnavailable />;
}
