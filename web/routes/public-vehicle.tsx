import { data, isRouteErrorResponse } from "react-router";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { SellerCard, WhatsappButton } from "#web/features/sellers/seller-card.tsx";
import { SellerMissing } from "#web/features/sellers/seller-missing.tsx";
import { vehicleQuestion } from "#web/features/sellers/whatsapp-link.ts";
import { loadPublicVehicle } from "#web/features/vehicles/load-public-vehicle.ts";
import { previewImage } from "#web/features/vehicles/preview-image.ts";
import {
  missingVehicleMeta,
  publicVehicleMeta,
} from "#web/features/vehicles/public-vehicle-meta.ts";
import { PublicVehicleMissing } from "#web/features/vehicles/public-vehicle-missing.tsx";
import { PublicVehicleUnanswered } from "#web/features/vehicles/public-vehicle-unanswered.tsx";
import { PublicVehicleView } from "#web/features/vehicles/public-vehicle-view.tsx";
import { useRecordedView } from "#web/features/vehicles/use-recorded-view.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { pageRequest } from "#web/request-context.ts";
import { accentCss } from "#web/ui/accent.tsx";
import type { Route } from "./+types/public-vehicle.ts";

/** Reads the published vehicle and its seller; 404 for one that is not there for visitors, 503 when nobody answers. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { fetch, publicConfig } = context.get(pageRequest);
  const { siteUrl, anonKey } = publicConfig;
  const seller = { columns: SELLER_COLUMNS, schema: PublicSeller };
  const found = await loadPublicVehicle({ fetch, url: siteUrl, anonKey }, params.id, seller).catch(
    () => {
      throw data(null, { status: 503, headers: { "Retry-After": "5" } });
    },
  );
  if (found === null) throw data(null, { status: 404, headers: { "X-Robots-Tag": "noindex" } });
  const pageUrl = vehicleLinks.publicPage(found.vehicle.id, siteUrl);
  const head = publicVehicleMeta(found.vehicle, {
    url: pageUrl,
    image: previewImage(found.vehicle.images[0], siteUrl),
    sellerName: found.seller?.name ?? null,
  });
  return { ...found, anonKey, pageUrl, head, accent: accentCss(found.seller?.accentColor) };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache" };
};

/** Written by the loader, so that browsers need no code for it. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData?.head ?? missingVehicleMeta(isNotFound(error));

export default function PublicVehiclePage({ loaderData }: Route.ComponentProps) {
  const { vehicle, seller, anonKey, pageUrl, accent } = loaderData;
  useRecordedView(vehicle.id, anonKey);
  const question = vehicleQuestion(vehicle);
  return (
    <>
      {accent && <style>{accent}</style>}
      <PublicVehicleView
        vehicle={vehicle}
        seller={
          seller ? (
            <SellerCard seller={seller} question={question} pageUrl={pageUrl} />
          ) : (
            <SellerMissing />
          )
        }
        ask={
          seller && (
            <WhatsappButton number={seller.whatsapp} question={question} label="Preguntar" />
          )
        }
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isNotFound(error) ? <PublicVehicleMissing /> : <PublicVehicleUnanswered />;
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
