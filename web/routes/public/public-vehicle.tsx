import { ArrowRight } from "lucide-react";
import { data, isRouteErrorResponse, Link } from "react-router";
import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { loadSalesperson, resolvePageSeller } from "#web/features/sellers/attribution.ts";
import { vehicleQuestion } from "#web/features/sellers/contact-links.ts";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { SellerCard, SellerUnavailable } from "#web/features/sellers/seller-card.tsx";
import { TapData } from "#web/features/sellers/record-taps.tsx";
import { WhatsappButton } from "#web/features/sellers/whatsapp-button.tsx";
import { PaymentButton } from "#web/features/storefronts/payment-button.tsx";
import { pagePathOfRole } from "#web/features/storefronts/storefront-links.ts";
import { installMeta } from "#web/features/storefronts/web-manifest.ts";
import { cardTexts } from "#web/features/vehicles/card-vehicle.ts";
import { featuredVehicle } from "#web/features/vehicles/featured/featured-vehicle.ts";
import { unitsOfHiddenSellers } from "#web/features/vehicles/load-units.ts";
import { previewAddress } from "#web/features/vehicles/preview-address.ts";
import { loadPublicVehicle } from "#web/features/vehicles/public/load-public-vehicle.ts";
import { PrintedCode } from "#web/features/vehicles/public/printed-code.tsx";
import {
  publicVehicleMeta,
  vehicleNotFoundMeta,
} from "#web/features/vehicles/public/public-vehicle-meta.ts";
import {
  PublicVehicleNotFound,
  PublicVehicleUnavailable,
  UnavailableNotice,
} from "#web/features/vehicles/public/public-vehicle-not-found.tsx";
import { PublicVehicleView } from "#web/features/vehicles/public/public-vehicle-view.tsx";
import { qrPath } from "#web/features/vehicles/public/qr-path.ts";
import { useRememberedInventory } from "#web/features/vehicles/public/remembered-inventory.ts";
import { useRecordedView } from "#web/features/vehicles/public/use-recorded-view.ts";
import { publicReservedUntil } from "#web/features/vehicles/reserved-until.ts";
import { historyLink, knownFacts } from "#web/features/vehicles/vehicle-facts.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { vehicleTitle } from "#web/features/vehicles/vehicle-title.ts";
import { squareLogo } from "#web/pages/landing-view.ts";
import {
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { sellerView } from "#web/pages/seller-view.ts";
import { breadcrumbsOf, paymentOf } from "#web/pages/vehicle-page-data.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { previewImage } from "#web/ui/picture/photo-addresses.ts";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/public-vehicle.ts";

/**
 * Reads the published vehicle, its seller and the vendedor of the link in parallel. Returns 404 for
 * a vehicle that visitors cannot see, with a link to the vendedor; 503 when the API does not
 * answer.
 */
export async function loader({ params, request, context, url: address }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const owner = { columns: SELLER_COLUMNS, schema: PublicSeller };
  const [found, vendedor] = await Promise.all([
    loadPublicVehicle(rest, params.id, owner),
    loadSalesperson(rest, parameters),
  ]).catch(throwUnavailable);
  if (found === null) {
    const page = vendedor?.slug ? pagePathOfRole(vendedor.slug, "vendedor") : null;
    throw data({ seller: page }, { status: 404, headers: { "X-Robots-Tag": "noindex" } });
  }
  redirectForeignPage({ context, url: address }, [found.ownerId]);
  const { vehicle } = found;
  const units =
    found.seller?.units ??
    (await unitsOfHiddenSellers(rest, [vehicle.id]).catch(throwUnavailable))(vehicle.id);
  const { facts: summary, price } = cardTexts(vehicle, units);
  const seller = found.seller && resolvePageSeller(found.seller, vendedor, defaultCountry);
  cacheUntilChanged([found.ownerId, ...(seller ? [seller.id] : [])]);
  const url = vehicleLinks.publicPage(vehicle.id, siteUrl);
  const sharedUrl = vehicleLinks.publicPage(vehicle.id, siteUrl, seller?.vendedor);
  return {
    vehicle,
    words: { title: vehicleTitle(vehicle), price, summary },
    reserved: publicReservedUntil(vehicle.reserved_until, units),
    facts: knownFacts(vehicle, units),
    history: historyLink(vehicle),
    seller:
      seller &&
      sellerView(seller, {
        question: `${vehicleQuestion(vehicle)}\n${sharedUrl}`,
        qrAddress: seller.storefront ? `${siteUrl}${seller.storefront}` : sharedUrl,
      }),
    inventory: seller?.inventory ?? null,
    payment: paymentOf(vehicle, units.currency, seller?.storefront ?? null),
    similar: found.similar.map((one) => featuredVehicle(one, units, seller?.vendedor ?? null)),
    code: { code: qrPath(sharedUrl), address: sharedUrl },
    anonKey: rest.anonKey,
    accent: accentCss(found.seller?.accentColor),
    head: [
      ...publicVehicleMeta(vehicle, {
        url,
        sharedUrl,
        image: previewAddress(previewImage(vehicle.images[0], siteUrl), [
          { ...vehicle, cover: vehicle.images[0] },
        ]),
        sellerName: found.seller?.name ?? null,
        units,
        ...breadcrumbsOf(found.seller, siteUrl),
      }),
      ...installMeta({
        slug: found.seller?.slug,
        accent: found.seller?.accentColor,
        logo: squareLogo(found.seller?.logo),
      }),
    ],
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ?? vehicleNotFoundMeta(isNotFound(error));

export default function PublicVehiclePage({ loaderData }: Route.ComponentProps) {
  const { vehicle, words, facts, seller, inventory, payment, similar, code, anonKey, accent } =
    loaderData;
  useRecordedView(vehicle.id, seller?.id, anonKey);
  useRememberedInventory(vehicle.id, inventory);
  return (
    <>
      {accent && <style>{accent}</style>}
      {seller && (
        <TapData
          sellerId={seller.id}
          links={seller.links}
          file={seller.file}
          vehicleId={vehicle.id}
        />
      )}
      {/* A translated text no longer updates, so another vehicle remounts the page. */}
      <PublicVehicleView
        key={vehicle.id}
        vehicle={vehicle}
        words={words}
        reserved={loaderData.reserved}
        facts={facts}
        history={loaderData.history}
        notice={
          <>
            <UnavailableNotice status={vehicle.status} inventory={inventory} />
            {payment && <PaymentButton {...payment} />}
          </>
        }
        seller={
          seller ? (
            <>
              <SellerCard
                seller={seller}
                inquiry={
                  <InquiryButton
                    recipientId={seller.id}
                    vehicle={{ id: vehicle.id, title: words.title }}
                    variant="primary"
                    className="col-span-full"
                  />
                }
              />
              {inventory && vehicle.status !== "Vendido" && <MoreVehiclesLink href={inventory} />}
            </>
          ) : (
            <SellerUnavailable />
          )
        }
        code={<PrintedCode {...code} />}
        sellerName={seller?.name ?? null}
        similar={similar}
        ask={seller && <WhatsappButton address={seller.links.whatsapp} label="Preguntar" />}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isNotFound(error) ? (
    <PublicVehicleNotFound seller={error.data.seller} />
  ) : (
    <PublicVehicleUnavailable />
  );
}

function isNotFound(error: unknown): error is { data: { seller: string | null } } {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** A link to the dealership's other vehicles, for visitors who come from a link in a chat. */
function MoreVehiclesLink({ href }: { href: string }) {
  return (
    <Link to={href} className={`${buttonStyles({ variant: "link" })} mt-3 w-full py-1.5`}>
      Ver más vehículos
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}
