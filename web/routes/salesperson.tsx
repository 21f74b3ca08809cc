import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { ReferralButton } from "#web/features/leads/referral-button.tsx";
import { shownPerson } from "#web/features/sellers/attribution.ts";
import { dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import { loadPublicSeller } from "#web/features/sellers/load-public-seller.ts";
import { ProfileCard } from "#web/features/sellers/profile-card.tsx";
import { answerMissing } from "#web/features/storefronts/answer-missing.ts";
import { OffersPopover } from "#web/features/storefronts/offers-popover.tsx";
import { ProfileFrame } from "#web/features/storefronts/profile-frame.tsx";
import { profileMessages } from "#web/features/storefronts/profile-messages.ts";
import { deadEndMeta } from "#web/features/storefronts/profile-meta.ts";
import { ProfileMissing } from "#web/features/storefronts/profile-missing.tsx";
import { StorefrontUnanswered } from "#web/features/storefronts/storefront-dead-ends.tsx";
import { pageOfRole } from "#web/features/storefronts/storefront-links.ts";
import { readListingSearch } from "#web/features/vehicles/listing/listing-search.ts";
import { ListingView } from "#web/features/vehicles/listing/listing-view.tsx";
import { emptyListing, loadListing } from "#web/features/vehicles/listing/load-listing.ts";
import { showListing } from "#web/features/vehicles/listing/show-listing.ts";
import { accentCss } from "#web/ui/accent.tsx";
import type { Route } from "./+types/salesperson.ts";
import { isMissing } from "./is-missing.ts";
import { keepToOwn } from "./keep-to-own.ts";
import { salespersonMeta } from "./person-meta.ts";
import { publicVisit } from "./public-visit.ts";
import { refuseUnanswered } from "./refuse-unanswered.ts";
import { bandView, sellerView } from "./seller-view.ts";

/** Two of them stand side by side on a phone, where their words may need two lines. */
const ACTION =
  "max-sm:h-auto! max-sm:min-h-11 max-sm:whitespace-normal! max-sm:px-2! max-sm:py-1.5";

/**
 * Reads the vendedor with the dealership, then a page of its vehicles: three requests in two turns; 301, 410 or 404 when no
 * vendedor has the slug, 503 when nobody answers.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters } = publicVisit({ request, context });
  const slug = params.publicSlug;
  const found = await loadPublicSeller(rest, slug, "vendedor").catch(refuseUnanswered);
  if (found === null) {
    throw await answerMissing(rest, slug, request, pageOfRole).catch(refuseUnanswered);
  }
  const { dealership } = found;
  keepToOwn({ context, url }, [dealership?.id]);
  const search = readListingSearch(parameters);
  const listing = dealership
    ? await loadListing(rest, dealership.id, search).catch(refuseUnanswered)
    : emptyListing(search);
  const seller = shownPerson(found, defaultCountry);
  const contact = sellerView(seller, {
    question: dealershipQuestion(dealership?.name ?? seller.name),
    qrAddress: `${siteUrl}/vcard/${slug}`,
  });
  return {
    contact,
    band: bandView(seller),
    back:
      dealership && seller.storefront
        ? { href: seller.storefront, label: dealership.name }
        : undefined,
    offers: seller.offers,
    listing: showListing(listing, `/s/${slug}`, slug),
    accent: accentCss(seller.accentColor),
    head: salespersonMeta({ siteUrl, seller, contact, dealership, listing }),
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Written by the loader, so that browsers need no code for it. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ?? deadEndMeta(profileMessages[isMissing(error) ? "salesperson" : "unanswered"]);

export default function SalespersonRoute({ loaderData }: Route.ComponentProps) {
  const { contact, band, back, offers, listing, accent } = loaderData;
  return (
    <>
      {accent && <style>{accent}</style>}
      <ProfileFrame band={band} back={back}>
        <ProfileCard
          seller={contact}
          actions={
            <>
              <InquiryButton
                recipientId={contact.id}
                variant="primary"
                className="max-sm:col-span-2"
              />
              <ReferralButton recipientId={contact.id} className={ACTION} />
              {offers && <OffersPopover offers={offers} className={ACTION} />}
            </>
          }
        />
        <ListingView listing={listing} />
      </ProfileFrame>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <ProfileMissing kind="salesperson" /> : <StorefrontUnanswered />;
}
