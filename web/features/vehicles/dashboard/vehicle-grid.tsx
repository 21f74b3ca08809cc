import { type RefObject, useEffect, useRef, useState } from "react";
import { useShownCount } from "#web/ui/controls/use-shown-count.ts";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { useDeleteVehicle } from "../change-vehicle.ts";
import { vehicleMessages } from "../messages.ts";
import type { InventoryVehicle } from "../queries.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { VehicleCard } from "./vehicle-card.tsx";

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
      { rootMargin: AHEAD },
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

/** The inventory's cards, added piece by piece, and the question before one of them is deleted. */
export function VehicleGrid({ vehicles, selectedIds, onSelect }: VehicleGridProps) {
  const { shown, end } = useGrowingList(vehicles);
  const [doomed, setDoomed] = useState<InventoryVehicle | null>(null);
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
