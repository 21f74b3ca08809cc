import { Eye, EyeOff } from "lucide-react";
import { Badge } from "#web/ui/frame/badge.tsx";

export function PublishedBadge({ published }: { published: boolean }) {
  return published ? (
    <Badge variant="info">
      <Eye aria-hidden="true" />
      <span>Publicado</span>
    </Badge>
  ) : (
    <Badge variant="neutral">
      <EyeOff aria-hidden="true" />
      <span>Oculto</span>
    </Badge>
  );
}
