import { Eye, EyeOff } from "lucide-react";
import { Badge } from "#web/ui/frame/badge.tsx";

/** Whether visitors see a vehicle. */
export function PublishedBadge({ published }: { published: boolean }) {
  return published ? (
    <Badge variant="info">
      <Eye aria-hidden="true" />
      Publicado
    </Badge>
  ) : (
    <Badge variant="neutral">
      <EyeOff aria-hidden="true" />
      Oculto
    </Badge>
  );
}
