import { data, useLocation } from "react-router";
import { PublicSeller, SELLER_COLUMNS } from "#web/features/sellers/public-seller.ts";
import { themeAccent } from "#web/features/sellers/theme-accent.ts";
import { loadSharedVehicles } from "#web/features/vehicles/load-shared-vehicles.ts";
import { previewImage } from "#web/features/vehicles/preview-image.ts";
import { sharedIds } from "#web/features/vehicles/shared-ids.ts";
import { sharedMessages } from "#web/features/vehicles/shared-messages.ts";
import { SharedVehiclesFrame } from "#web/features/vehicles/shared-vehicles-frame.tsx";
import { sharedVehiclesMeta, unansweredMeta } from "#web/features/vehicles/shared-vehicles-meta.ts";
import {
  SharedVehicles,
  SharedVehiclesUnanswered,
} from "#web/features/vehicles/shared-vehicles-view.tsx";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { pageRequest } from "#web/request-context.ts";
import { accentCss } from "#web/ui/accent.tsx";
import type { Route } from "./+types/share.ts";

/** Reads the published ones of the vehicles that the link names; 503 when nobody answers. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { fetch, publicConfig } = context.get(pageRequest);
  const { siteUrl, anonKey } = publicConfig;
  const ids = sharedIds(new URL(request.url).searchParams);
  const rest = { fetch, url: siteUrl, anonKey };
  const columns = { columns: SELLER_COLUMNS, schema: PublicSeller };
  const { vehicles, sellers } = await loadSharedVehicles(rest, ids, columns).catch(() => {
    throw data(null, { status: 503, headers: { "Retry-After": "5" } });
  });
  const [first, ...others] = sellers;
  const seller = first && others.length === 0 ? { name: first.name, logo: first.logo } : null;
  return {
    vehicles,
    seller,
    accent: accentCss(themeAccent(first?.themeColor)),
    head: sharedVehiclesMeta(vehicles, {
      url: vehicleLinks.share(
        vehicles.map(({ id }) => id),
        siteUrl,
      ),
      image: previewImage(vehicles[0]?.cover ?? undefined, siteUrl),
      sellerName: seller?.name ?? null,
    }),
  };
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => {
  return errorHeaders ?? { "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" };
};

/** Written by the loader, so that browsers need no code for it. */
export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? unansweredMeta();

export default function SharePage({ loaderData }: Route.ComponentProps) {
  const { vehicles, seller, accent } = loaderData;
  return (
    <>
      <style>{accent}</style>
      <SharedVehiclesFrame
        seller={seller}
        gist={vehicles.length > 0 && sharedMessages.gist(vehicles.length)}
      >
        <SharedVehicles vehicles={vehicles} />
      </SharedVehiclesFrame>
    </>
  );
}

export function ErrorBoundary() {
  const { pathname, search } = useLocation();
  return (
    <SharedVehiclesFrame>
      <SharedVehiclesUnanswered address={`${pathname}${search}`} />
    </SharedVehiclesFrame>
  );
}
