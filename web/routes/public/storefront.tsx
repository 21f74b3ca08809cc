import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { loadSalesperson, resolvePageSeller } from "#web/features/sellers/attribution.ts";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { TapData } from "#web/features/sellers/record-taps.tsx";
import { TeamPersonCard } from "#web/features/sellers/team-person-card.tsx";
import { loadLanding } from "#web/features/storefronts/load-storefront.ts";
import { storefrontMessages } from "#web/features/storefronts/messages.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { readPlan } from "#web/features/storefronts/payment-plan.ts";
import { planScale } from "#web/features/storefronts/plan-scale.ts";
import { errorPageMeta, profileMeta } from "#web/features/storefronts/profile-meta.ts";
import type { Storefront } from "#web/features/storefronts/storefront.ts";
import {
  StorefrontNotFound,
  StorefrontUnavailable,
} from "#web/features/storefronts/storefront-error-pages.tsx";
import {
  pagePathOfRole,
  planParameters,
  storefrontLinks,
} from "#web/features/storefronts/storefront-links.ts";
import { StorefrontPage } from "#web/features/storefronts/storefront-page.tsx";
import { installMeta } from "#web/features/storefronts/web-manifest.ts";
import { CARD_COLUMNS, CardVehicle } from "#web/features/vehicles/card-vehicle.ts";
import { FeaturedCard, ShowcasePhoto } from "#web/features/vehicles/featured/featured-card.tsx";
import { FEATURED } from "#web/features/vehicles/featured/featured-vehicle.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { type LandingView, landingView, squareLogo } from "#web/pages/landing-view.ts";
import { publicLoaderInput, throwUnavailable } from "#web/pages/public-visit.ts";
import { attributedLink } from "#web/session/links/attributed-link.ts";
import { openingHoursMeta } from "#web/ui/opening-times.ts";
import { previewImage } from "#web/ui/picture/photo-addresses.ts";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/storefront.ts";

const PARTS = {
  vehicle: { columns: CARD_COLUMNS, schema: CardVehicle, limit: FEATURED },
  seller: { columns: SELLER_COLUMNS, schema: PublicSeller },
};

/**
 * Reads the dealership, its featured vehicles and the vendedor of the link. Returns 301, 410 or 404
 * when it does not exist, 503 when the API does not answer.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const answers = Promise.all([
    loadLanding(rest, params.publicSlug, PARTS),
    loadSalesperson(rest, parameters),
  ]);
  const [found, vendedor] = await answers.catch(throwUnavailable);
  if (found === null) {
    throw await notFoundResponse(rest, params.publicSlug, request, pagePathOfRole).catch(
      throwUnavailable,
    );
  }
  const { storefront, vehicles, team } = found;
  const seller = resolvePageSeller(found.seller, vendedor, defaultCountry);
  const view = landingView({ storefront, seller, vehicles, team });
  const typed = planParameters(parameters);
  if (Object.values(typed).every((value) => value === null))
    cacheUntilChanged([seller.id, found.seller.id]);
  const scale = planScale(storefront.units.currency, typed.price);
  return {
    view,
    recipientId: seller.id,
    plan: readPlan(typed, scale),
    scale,
    accent: accentCss(storefront.style.accentColour),
    head: [
      ...storefrontMeta(siteUrl, storefront, view),
      ...installMeta({
        slug: storefront.slug,
        accent: storefront.style.accentColour,
        logo: squareLogo(storefront.logo),
      }),
    ],
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ??
  errorPageMeta(storefrontMessages[isMissing(error) ? "missing" : "unanswered"]);

export default function StorefrontRoute({ loaderData }: Route.ComponentProps) {
  const { view, recipientId, plan, scale, accent } = loaderData;
  const { vehicles, team, preview: _, ...page } = view;
  return (
    <>
      {accent && <style>{accent}</style>}
      <TapData sellerId={recipientId} links={view.contact} />
      <StorefrontPage
        {...page}
        showcase={page.showcase.map((vehicle) => ({
          ...vehicle,
          photo: <ShowcasePhoto photo={vehicle.photo} />,
        }))}
        plan={plan}
        scale={scale}
        cards={vehicles.map((vehicle, index) => ({
          id: vehicle.id,
          card: <FeaturedCard vehicle={vehicle} first={index === 0 && !page.look.picture} />,
        }))}
        team={team.map((person) => ({
          id: person.id,
          card: <TeamPersonCard person={person} />,
        }))}
        ask={<InquiryButton recipientId={recipientId} />}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <StorefrontNotFound /> : <StorefrontUnavailable />;
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);
}

/**
 * The head of a dealership's landing: canonical is the landing itself, but a share keeps the
 * vendedor of the link.
 */
function storefrontMeta(
  siteUrl: string,
  storefront: Storefront,
  view: LandingView,
): MetaDescriptor[] {
  const { name, tagline, slogan, logo, contact } = storefront;
  const url = storefrontLinks.landing(storefront.slug, siteUrl);
  const names = view.vehicles.map((vehicle) => `${vehicle.name} ${vehicle.year}`).join(", ");
  return profileMeta(
    {
      kind: "AutoDealer",
      name,
      url,
      logo: logo ?? null,
      contact: view.contact,
      openingHours: storefront.hours && openingHoursMeta(storefront.hours),
    },
    {
      title: name,
      description: [tagline, slogan, contact.location, names].filter(Boolean).join(" · "),
      canonical: url,
      url: attributedLink(url, view.vendedor),
      image: previewImage(view.preview, siteUrl),
      items: view.vehicles.map((vehicle) => ({
        name: `${vehicle.name} ${vehicle.year}`,
        url: vehicleLinks.publicPage(vehicle.id, siteUrl),
      })),
    },
  );
}
