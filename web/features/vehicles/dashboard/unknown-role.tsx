import { Button } from "#web/ui/controls/button.tsx";
import { LostRoadDrawing, UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { dashboardMessages } from "../messages.ts";

/**
 * The dashboard of a role that the product does not know (product section 2, Dashboard). Whose
 * profile could not be read has none that is known, and may try again: a new page asks for it anew.
 */
export function UnknownRole({ isUnread = false }: { isUnread?: boolean }) {
  const { unknownRole, contactSupport, profileUnread, retry } = dashboardMessages;
  return (
    <EmptyState
      className="mt-8"
      drawing={isUnread ? <UnpluggedDrawing /> : <LostRoadDrawing />}
      heading="h1"
      title={unknownRole}
      description={isUnread ? `${profileUnread} ${contactSupport}` : contactSupport}
      action={isUnread && <Button onClick={() => window.location.reload()}>{retry}</Button>}
    />
  );
}
