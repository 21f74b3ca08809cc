import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#web/ui/frame/badge.tsx";

/** An account whose access request waits: it is activated by the decision, to which this leads. */
export function PendingBadge() {
  return (
    <Link to="/admin/access-requests" className="touch-target relative rounded-full">
      <Badge variant="warning">
        Solicitud pendiente
        <ArrowRight aria-hidden="true" className="size-3.5" />
      </Badge>
    </Link>
  );
}
