import { useParams } from "react-router";
import { DealPanel } from "#web/features/deals/deal-panel.tsx";
import { InquiryButton } from "#web/features/leads/lead-buttons.tsx";
import { vehicleTitle } from "#web/features/vehicles/format-vehicle.ts";
import { VehiclePage } from "#web/features/vehicles/page/vehicle-page.tsx";
import { useAuth } from "#web/session/use-auth.ts";

export default function Vehicle() {
  const { id = "" } = useParams();
  const { session } = useAuth();
  return (
    <VehiclePage
      key={id}
      id={id}
      deal={(vehicle) => <DealPanel vehicle={vehicle} />}
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
