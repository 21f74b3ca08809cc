import { useLocation } from "react-router";
import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { loadSalesperson, resolvePageSeller } from "#web/features/sellers/attribution.ts";
import { dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { TapData } from "#web/features/sellers/record-taps.tsx";
import { WhatsappButton } from "#web/features/sellers/whatsapp-button.tsx";
import { prepareCard } from "#web/features/vehicles/card-vehicle.ts";
import { unitsOfHiddenSellers } from "#web/features/vehicles/load-units.ts";
import { previewAddress } from "#web/features/vehicles/preview-address.ts";
import {
  loadSharedVehicles,
  sharedIds,
} from "#web/features/vehicles/share/load-shared-vehicles.ts";
import { sharedMessages } from "#web/features/vehicles/share/messages.ts";
import {
  sharedVehiclesMeta,
  unavailableMeta,
} from "#web/features/vehicles/share/shared-vehicles-meta.ts";
import {
  SharedVehicles,
  SharedVehiclesFrame,
  SharedVehiclesUnavailable,
} from "#web/features/vehicles/share/shared-vehicles-view.tsx";
import { themeAccent } from "#web/features/vehicles/share/theme-accent.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import {
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { sellerView } from "#web/pages/seller-view.ts";
import { previewImage } from "#web/ui/picture/photo-addresses.ts";
import { accentCss } from "#web/ui/theme/accent.tsx";
import type { Route } from "./+types/share.ts";

/**
 * Reads the published vehicles of the link, their sellers and the vendedor in parallel. Returns 503
 * when the API does not answer.
 */
export async function loader({ request, context, url: address }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry, parameters, cacheUntilChanged } = publicLoaderInput({
    request,
    context,
  });
  const columns = { columns: SELLER_COLUMNS, schema: PublicSeller };
  const ids = sharedIds(parameters);
  const answers = Promise.all([
    loadSharedVehicles(rest, ids, columns),
    loadSalesperson(rest, parameters),
  ]);
  const [{ vehicles: found, sellers, owners }, vendedor] = await answers.catch(throwUnavailable);
  const hidden = found.filter(({ seller }) => seller === null).map(({ id }) => id);
  const unitsOf = await unitsOfHiddenSellers(rest, hidden).catch(throwUnavailable);
  const vehicles = found.map((one) => prepareCard(one, one.seller?.units ?? unitsOf(one.id)));
  redirectForeignPage({ context, url: address }, owners);
  const [dealership] = sellers;
  const isOne = dealership !== undefined && owners.length === 1;
  const seller = isOne ? resolvePageSeller(dealership, vendedor, defaultCountry) : null;
  // The owner of a missing vehicle is unknown, so its publication would not invalidate the page.
  if (vehicles.length === ids.length)
    cacheUntilChanged([...owners, ...(seller ? [seller.id] : [])]);
  const url = vehicleLinks.share(
    vehicles.map(({ id }) => id),
    siteUrl,
    seller?.vendedor,
  );
  return {
    vehicles,
    vendedor: seller?.vendedor ?? null,
    seller:
      seller &&
      sellerView(seller, {
        question: dealershipQuestion(seller.worksFor ?? seller.name),
        qrAddress: url,
      }),
    accent: accentCss(themeAccent(dealership?.themeColor)),
    head: sharedVehiclesMeta(vehicles, {
      url,
      image: previewAddress(previewImage(vehicles[0]?.cover ?? undefined, siteUrl), vehicles),
      sellerName: seller?.name ?? null,
    }),
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" };
};

/** Built in the loader, to keep it out of the browser's bundle. */
export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? unavailableMeta();

export default function SharePage({ loaderData }: Route.ComponentProps) {
  const { vehicles, vendedor, seller, accent } = loaderData;
  return (
    <>
      <style>{accent}</style>
      {seller && <TapData sellerId={seller.id} links={seller.links} />}
      <SharedVehiclesFrame
        seller={seller}
        summary={vehicles.length > 0 && sharedMessages.summary(vehicles.length)}
        contact={
          seller && (
            <>
              {seller.links.whatsapp && (
                <WhatsappButton address={seller.links.whatsapp} className="max-sm:px-4!" />
              )}
              <InquiryButton recipientId={seller.id} variant="primary" className="h-12!" />
            </>
          )
        }
      >
        <SharedVehicles vehicles={vehicles} vendedor={vendedor} />
      </SharedVehiclesFrame>
    </>
  );
}

export function ErrorBoundary() {
  const { pathname, search } = useLocation();
  return (
    <SharedVehiclesFrame>
      <SharedVehiclesUnavailable address={`${pathname}${search}`} />
    </SharedVehiclesFrame>
  );
}
