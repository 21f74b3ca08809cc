import { useParams } from "react-router";
import { DealPanel } from "#web/features/deals/deal-panel.tsx";
import { PriceHistory } from "#web/features/deals/price-history.tsx";
import { InquiryButton } from "#web/features/leads/inquiry-button.tsx";
import { VehiclePage } from "#web/features/vehicles/page/vehicle-page.tsx";
import { previewAddress } from "#web/features/vehicles/preview-address.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { vehicleTitle } from "#web/features/vehicles/vehicle-title.ts";
import { sellerOf } from "#web/session/links/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";

export default function Vehicle() {
  const { id = "" } = useParams();
  const { session, activeUser } = useAuth();
  return (
    <VehiclePage
      key={id}
      id={id}
      deal={(vehicle) => (
        <>
          <DealPanel vehicle={vehicle} />
          <PriceHistory
            vehicle={vehicle}
            title={vehicleTitle(vehicle)}
            link={
              vehicle.published
                ? previewAddress(
                    vehicleLinks.publicPage(id, window.location.origin, sellerOf(activeUser)),
                    [{ ...vehicle, cover: vehicle.images[0] }],
                  )
                : null
            }
          />
        </>
      )}
      inquiry={(vehicle) => (
        <InquiryButton
          recipientId={vehicle.user_id}
          vehicle={{ id: vehicle.id, title: vehicleTitle(vehicle) }}
          accessToken={session?.access_token}
          className="max-sm:w-full"
        />
      )}
    />
  );
}
