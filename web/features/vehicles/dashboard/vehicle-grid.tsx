import { BarChart3 } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Distance } from "#web/session/money.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { groupDigits } from "#web/ui/controls/group-digits.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import { useDeleteVehicle } from "../change-vehicle.ts";
import { vehicleMessages } from "../messages.ts";
import type { InventoryVehicle } from "../queries.ts";
import { vehicleLinks } from "../vehicle-links.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { PriceCell } from "./price-cell.tsx";
import { PublishedToggle, StatusToggle } from "./toggle-badges.tsx";
import { VehicleCardMenu } from "./vehicle-card-menu.tsx";

const SIZES = "(min-width: 1280px) 290px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, 84px";
/** Cards after these stagger no further: nobody waits for the hundredth. */
const STAGGERED = 12;
const STAGGER_MILLISECONDS = 50;

type VehicleCardProps = {
  vehicle: InventoryVehicle;
  index: number;
  selected: boolean;
  onSelect: (id: string, selected: boolean) => void;
  onDelete: (vehicle: InventoryVehicle) => void;
};

/**
 * A vehicle in the inventory: a row on phones, which tells the exceptions alone, a card from 640 px
 * on. The whole of it leads to the vehicle. Drawn anew only when it changed itself, since hundreds
 * of them may be on the page.
 */
const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { vehicle, index, selected, onSelect, onDelete } = props;
  const title = vehicleTitle(vehicle);
  return (
    <li
      style={{ animationDelay: `${Math.min(index, STAGGERED) * STAGGER_MILLISECONDS}ms` }}
      className="-m-1.5 animate-rise p-1.5 [contain-intrinsic-size:auto_5.25rem] [content-visibility:auto] sm:-m-2 sm:p-2 sm:[contain-intrinsic-size:auto_25rem]"
    >
      <article
        className={classNames(
          "group relative flex h-full overflow-hidden rounded-xl border bg-card shadow-card transition-[box-shadow,border-color] duration-200 hover:shadow-raised sm:flex-col",
          "focus-within:border-ring has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ring has-[h2_a:focus-visible]:outline-offset-2",
          selected && "border-primary ring-1 ring-primary",
        )}
      >
        <div className="relative w-21 shrink-0 overflow-hidden sm:w-auto">
          <VehicleThumbnail
            photo={vehicle.cover ?? undefined}
            sizes={SIZES}
            alt=""
            eager={index < 4}
            className={classNames(
              "size-full min-h-20.5 sm:aspect-4/3 sm:h-auto sm:min-h-32",
              vehicle.status === "Vendido" && "opacity-70 saturate-50",
            )}
          />
          <StatusToggle vehicle={vehicle} title={title} />
        </div>
        <div className="absolute top-1 left-1 z-10 sm:top-2 sm:left-2 grid size-9 place-items-center rounded-lg bg-card/85 shadow-xs backdrop-blur-sm">
          <Checkbox
            checked={selected}
            onCheckedChange={(checked) => onSelect(vehicle.id, checked)}
            aria-label={`Seleccionar ${title}`}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col justify-between px-3 py-1 sm:justify-start sm:gap-1 sm:p-4">
          <div className="flex items-start gap-1">
            <h2 className="min-w-0 flex-1 font-semibold leading-snug max-sm:text-sm">
              <Link
                to={vehicleLinks.detail(vehicle.id)}
                className="line-clamp-1 after:absolute sm:line-clamp-2 after:inset-0 focus-visible:outline-none"
              >
                {vehicle.brand} {vehicle.model}
              </Link>
            </h2>
            <div className="relative z-10 -mt-1.5 -mr-1.5 max-sm:-mb-2">
              <VehicleCardMenu vehicle={vehicle} title={title} onDelete={() => onDelete(vehicle)} />
            </div>
          </div>
          <div className="flex items-center justify-between gap-1">
            <p className="numeric min-w-0 truncate text-muted-foreground text-xs sm:text-sm">
              {vehicle.year} ·{" "}
              <Distance distance={vehicle.mileage} dealershipId={vehicle.user_id} />
            </p>
            <Exceptions vehicle={vehicle} />
          </div>
          <div className="flex min-h-7 items-center justify-between gap-1">
            <PriceCell vehicle={vehicle} title={title} look="card" />
            <PublishedToggle vehicle={vehicle} title={title} compact />
          </div>
          <div className="mt-auto flex items-center justify-between gap-2 pt-1.5 max-sm:hidden">
            <PublishedToggle vehicle={vehicle} title={title} />
            <span className="numeric flex items-center gap-1 text-muted-foreground text-xs">
              <BarChart3 aria-hidden="true" className="size-3.5" />
              {groupDigits(vehicle.views)}
              <span className="sr-only sm:not-sr-only">
                {vehicle.views === 1 ? "vista" : "vistas"}
              </span>
            </span>
          </div>
        </div>
      </article>
    </li>
  );
});

/** On phones: what keeps a vehicle from being sold, besides a price that it lacks. */
function Exceptions({ vehicle: { cover, reserved_until } }: { vehicle: InventoryVehicle }) {
  return (
    <span className="-my-1 flex shrink-0 gap-1 sm:hidden">
      {reserved_until && (
        <Badge variant="warning" className="px-2">
          Apartado
        </Badge>
      )}
      {cover === null && (
        <Badge variant="warning" className="px-2">
          Sin fotos
        </Badge>
      )}
    </span>
  );
}

/**
 * How many cards are added at a time: more than a screen of them, and little enough that adding
 * them is not felt.
 */
const STEP = 12;
/** How far below the screen the list's end is when it grows; one piece alone reaches further. */
const AHEAD = "300px";

/**
 * Shows a long list piece by piece: `end` belongs on an element after the shown rows, and the list
 * grows before that element comes into view. A list that begins with other rows begins with its
 * first piece again.
 */
export function useGrowingList<Row extends { id: string }>(
  rows: Row[],
  step = STEP,
): {
  shown: Row[];
  end: RefObject<HTMLDivElement | null>;
} {
  const beginning = rows
    .slice(0, step)
    .map(({ id }) => id)
    .join();
  const [grown, setGrown] = useState({ beginning, count: step });
  const count = grown.beginning === beginning ? grown.count : step;
  const end = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;

  useEffect(() => {
    const element = end.current;
    if (complete || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting))
          setGrown({ beginning, count: count + step });
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [complete, count, beginning, step]);

  return { shown: rows.slice(0, count), end };
}

type VehicleGridProps = {
  vehicles: InventoryVehicle[];
  selectedIds: ReadonlySet<string>;
  onSelect: (id: string, selected: boolean) => void;
};

/** The inventory's cards, added piece by piece, and the question before one of them is deleted. */
export function VehicleGrid({ vehicles, selectedIds, onSelect }: VehicleGridProps) {
  const { shown, end } = useGrowingList(vehicles);
  const [doomed, setDoomed] = useState<InventoryVehicle | null>(null);
  return (
    <>
      <ul className="grid grid-cols-1 gap-1.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4">
        {shown.map((vehicle, index) => (
          <VehicleCard
            key={vehicle.id}
            vehicle={vehicle}
            index={index}
            selected={selectedIds.has(vehicle.id)}
            onSelect={onSelect}
            onDelete={setDoomed}
          />
        ))}
      </ul>
      <div ref={end} aria-hidden="true" />
      {doomed && (
        <DeleteQuestion
          vehicle={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => onSelect(doomed.id, false)}
        />
      )}
    </>
  );
}

/** The question before a vehicle is deleted. */
export function DeleteQuestion(props: {
  vehicle: InventoryVehicle;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { vehicle, onClose, onDeleted } = props;
  const remove = useDeleteVehicle();
  const { title, description } = vehicleMessages.deleteQuestion;
  const confirm = () =>
    remove.mutate(vehicle, {
      onSuccess: (outcome) => outcome === "deleted" && onDeleted(),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={`${vehicleTitle(vehicle)}. ${description}`}
      confirmLabel="Eliminar"
      onConfirm={confirm}
      pending={remove.isPending}
      destructive
    />
  );
}
