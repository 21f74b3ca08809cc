import { useState } from "react";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { useDeleteVehicle } from "../change-vehicle.ts";
import { vehicleMessages } from "../messages.ts";
import type { InventoryVehicle } from "../queries.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { useGrowingList } from "./use-growing-list.ts";
import { VehicleCard } from "./vehicle-card.tsx";

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
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4">
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

function DeleteQuestion(props: {
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
