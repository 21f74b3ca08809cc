import { type RefObject, useEffect, useRef, useState } from "react";
import { useShownCount } from "#web/ui/controls/use-shown-count.ts";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { useDeleteVehicle } from "../change-vehicle.ts";
import { vehicleMessages } from "../messages.ts";
import type { InventoryVehicle } from "../queries.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { VehicleCard } from "./vehicle-card.tsx";

/** Cards added at a time: more than a screenful, but cheap to render. */
const STEP = 12;
/**
 * Distance of the list's end below the screen at which it grows; a single batch reaches further.
 */
const ROOT_MARGIN = "300px";

/**
 * Renders a long list in batches. Attach `end` to an element after the shown rows; the list grows
 * before it scrolls into view. Starts over if the list starts with another row.
 */
export function useBatchedList<Row extends { id: string }>(
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
  const [stored, setStored] = useShownCount(step);
  const [grownFrom, setGrownFrom] = useState(beginning);
  const count = grownFrom === beginning ? stored : step;
  const end = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;

  useEffect(() => {
    const element = end.current;
    if (complete || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setGrownFrom(beginning);
        setStored(count + step);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [complete, count, beginning, step, setStored]);

  return { shown: rows.slice(0, count), end };
}

type VehicleGridProps = {
  vehicles: InventoryVehicle[];
  selectedIds: ReadonlySet<string>;
  onSelect: (id: string, selected: boolean) => void;
};

/** The inventory's cards in batches, and the confirmation before deleting one. */
export function VehicleGrid({ vehicles, selectedIds, onSelect }: VehicleGridProps) {
  const { shown, end } = useBatchedList(vehicles);
  const [toDelete, setToDelete] = useState<InventoryVehicle | null>(null);
  return (
    <>
      <ul className="grid grid-cols-1 gap-1.5 sm:fit-columns-[17rem] sm:gap-4">
        {shown.map((vehicle, index) => (
          <VehicleCard
            key={vehicle.id}
            vehicle={vehicle}
            index={index}
            selected={selectedIds.has(vehicle.id)}
            onSelect={onSelect}
            onDelete={setToDelete}
          />
        ))}
      </ul>
      <div ref={end} aria-hidden="true" />
      {toDelete && (
        <ConfirmDelete
          vehicle={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => onSelect(toDelete.id, false)}
        />
      )}
    </>
  );
}

/** Confirms the deletion of a vehicle. */
export function ConfirmDelete(props: {
  vehicle: InventoryVehicle;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { vehicle, onClose, onDeleted } = props;
  const remove = useDeleteVehicle();
  const { title, description } = vehicleMessages.deleteQuestion;
  const confirm = () =>
    remove.mutate(vehicle, {
      onSuccess: ({ deleted }) => deleted && onDeleted(),
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
