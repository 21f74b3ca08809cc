import { LostRoadDrawing } from "#web/ui/drawings.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dashboardMessages } from "./messages.ts";

/** The dashboard of a role that the product does not know (spec section 2, Dashboard). */
export function UnknownRole() {
  return (
    <EmptyState
      className="mt-8"
      drawing={<LostRoadDrawing />}
      heading="h1"
      title={dashboardMessages.unknownRole}
      description={dashboardMessages.contactSupport}
    />
  );
}
