import { BadgeCheck, Eye, EyeOff } from "lucide-react";
import { useToday } from "#web/session/dealership/use-today.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { useChangePublished, useChangeStatus } from "../change-vehicle.ts";
import type { InventoryVehicle } from "../queries.ts";
import { reservedUntil } from "../reserved-until.ts";
import { STATUS_VARIANTS } from "../status-badge.tsx";

type ToggleProps = { vehicle: InventoryVehicle; title: string };

/** A cell of a phone's row; the touch target spans its full height. */
const cell =
  "z-10 flex items-center max-sm:min-h-10 max-sm:min-w-10 max-sm:justify-center max-sm:px-0.5 [&:hover>span]:underline";
/** Styles of a default state, which a phone shows as an icon only. */
const quiet = "max-sm:bg-transparent max-sm:px-0 max-sm:[&_svg]:size-4";
const short = "max-sm:h-5.5 max-sm:px-1.5 max-sm:text-2xs";

/**
 * A vehicle's status, in a card in the lower corner of the photo; a press marks it as sold or
 * available. Phones show 'available' as an icon only.
 */
export function StatusToggle({ vehicle, title }: ToggleProps) {
  const change = useChangeStatus();
  const { status } = vehicle;
  const reserved = reservedUntil(vehicle.reserved_until, useToday(vehicle.user_id));
  const isPlain = status === "Disponible" && !reserved;
  const next = status === "Disponible" ? "Vendido" : "Disponible";
  return (
    <button
      type="button"
      aria-label={`${reserved ?? status}: marcar ${title} como ${next}`}
      aria-busy={change.isPending}
      onClick={() => change.mutate({ id: vehicle.id, value: next })}
      className={classNames(
        cell,
        "sm:col-start-1 sm:row-start-1 sm:min-h-11 sm:items-end sm:self-end sm:justify-self-start sm:p-2",
      )}
    >
      <Badge
        variant={reserved ? "warning" : STATUS_VARIANTS[status]}
        className={classNames("sm:shadow-xs", isPlain ? quiet : short)}
      >
        {isPlain && <BadgeCheck aria-hidden="true" className="sm:hidden" />}
        <span className={isPlain ? "max-sm:hidden" : undefined}>
          {reserved ? <Reserved words={reserved} /> : status}
        </span>
      </Badge>
    </button>
  );
}

/** A phone's row has no room for the day. */
function Reserved({ words }: { words: string }) {
  const [first, ...rest] = words.split(" ");
  return (
    <>
      <span>{first}</span>
      <span className="max-sm:hidden">{` ${rest.join(" ")}`}</span>
    </>
  );
}

/** Published or hidden; a press toggles it. */
export function PublishedToggle({ vehicle, title }: ToggleProps) {
  const { id, published } = vehicle;
  const change = useChangePublished();
  const Icon = published ? Eye : EyeOff;
  return (
    <button
      type="button"
      aria-label={published ? `Publicado: ocultar ${title}` : `Oculto: publicar ${title}`}
      aria-busy={change.isPending}
      onClick={() => change.mutate({ id, value: !published })}
      className={classNames(
        cell,
        "sm:touch-target sm:row-start-4 sm:mt-2.5 sm:ml-4 sm:mb-4 sm:self-end sm:justify-self-start",
      )}
    >
      <Badge
        variant={published ? "info" : "neutral"}
        className={published ? classNames(quiet, "max-sm:text-muted-foreground") : short}
      >
        <Icon aria-hidden="true" className={published ? undefined : "max-sm:hidden"} />
        <span className={published ? "max-sm:hidden" : undefined}>
          {published ? "Publicado" : "Oculto"}
        </span>
      </Badge>
    </button>
  );
}
