import { BadgeCheck, Eye } from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { useChangePublished, useChangeStatus } from "../change-vehicle.ts";
import { PublishedBadge } from "../published-badge.tsx";
import type { InventoryVehicle } from "../queries.ts";
import { reservedUntil } from "../reserved-until.ts";
import { StatusBadge } from "../status-badge.tsx";

type ToggleProps = { vehicle: InventoryVehicle; title: string };

/**
 * A vehicle's status in the lower corner of its photo; a press makes it sold, or available again.
 * On phones, whose rows tell exceptions, what is available has a mark without the word.
 */
export function StatusToggle({ vehicle, title }: ToggleProps) {
  const change = useChangeStatus();
  const isAvailable = vehicle.status === "Disponible";
  const next = isAvailable ? "Vendido" : "Disponible";
  return (
    <button
      type="button"
      aria-label={`${vehicle.status}: marcar ${title} como ${next}`}
      aria-busy={change.isPending}
      onClick={() => !change.isPending && change.mutate({ id: vehicle.id, value: next })}
      className="absolute bottom-0 left-0 z-10 flex h-11 min-w-11 items-end rounded-lg p-1 sm:p-2 [&:hover>span]:underline"
    >
      {isAvailable && (
        <span className="grid size-7 place-items-center rounded-lg bg-card/85 text-success-ink shadow-xs sm:hidden">
          <BadgeCheck aria-hidden="true" className="size-4" />
        </span>
      )}
      <StatusBadge
        status={vehicle.status}
        reserved={reservedUntil(vehicle.reserved_until)}
        className={classNames("shadow-xs", isAvailable && "max-sm:hidden")}
      />
    </button>
  );
}

/**
 * Whether visitors see a vehicle; a press publishes or hides it. `compact` is for a phone's row.
 */
export function PublishedToggle({ vehicle, title, compact }: ToggleProps & { compact?: boolean }) {
  const { id, published } = vehicle;
  const change = useChangePublished();
  return (
    <button
      type="button"
      aria-label={published ? `Publicado: ocultar ${title}` : `Oculto: publicar ${title}`}
      aria-busy={change.isPending}
      onClick={() => !change.isPending && change.mutate({ id, value: !published })}
      className={classNames(
        "touch-target z-10 shrink-0 rounded-lg [&:hover>span]:underline",
        compact && "sm:hidden",
        compact && published && "grid size-7 place-items-center text-muted-foreground",
      )}
    >
      {compact ? <CompactPublished published={published} /> : <PublishedBadge {...{ published }} />}
    </button>
  );
}

function CompactPublished({ published }: { published: boolean }) {
  return published ? (
    <Eye aria-hidden="true" className="size-4" />
  ) : (
    <Badge className="px-2">Oculto</Badge>
  );
}
