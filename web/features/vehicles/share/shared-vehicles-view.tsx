import { buttonStyles } from "#web/ui/controls/button.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import type { CardVehicle } from "../card-vehicle.ts";
import { sharedMessages } from "./shared-messages.ts";
import { SharedVehicleCard } from "./shared-vehicle-card.tsx";

/** Few vehicles get larger cards. */
const COLUMNS = ["max-w-5xl", "max-w-4xl sm:grid-cols-2", "sm:grid-cols-2 lg:grid-cols-3"] as const;

/**
 * Half of what stands in for the vehicles lies on the page's dark band, which must not shine
 * through.
 */
const onBand = "bg-card! border-solid! shadow-card";

/** The vehicles of a shared selection, or that there are none. */
export function SharedVehicles(props: {
  vehicles: CardVehicle[];
  /** The vendedor whose link was followed; the cards' links hand them on. */
  vendedor: string | null;
}) {
  const { vehicles, vendedor } = props;
  if (vehicles.length === 0) return <NothingShared />;
  return (
    <ul
      className={`grid grid-cols-1 gap-5 sm:gap-6 ${COLUMNS[Math.min(vehicles.length, COLUMNS.length) - 1]}`}
    >
      {vehicles.map((vehicle, index) => (
        <SharedVehicleCard
          key={vehicle.id}
          vehicle={vehicle}
          index={index}
          alone={vehicles.length === 1}
          vendedor={vendedor}
        />
      ))}
    </ul>
  );
}

function NothingShared() {
  return (
    <EmptyState
      className={onBand}
      drawing={<NothingFoundDrawing />}
      title={sharedMessages.empty}
      description={sharedMessages.emptyReason}
      action={
        <a href="/" className={buttonStyles({ variant: "outline" })}>
          Ir al inicio
        </a>
      }
    />
  );
}

/**
 * Stands in for the vehicles when they cannot be read now. The link asks again, with or without
 * script.
 */
export function SharedVehiclesUnanswered({ address }: { address: string }) {
  return (
    <EmptyState
      className={onBand}
      drawing={<UnpluggedDrawing />}
      title={sharedMessages.loadFailed}
      action={
        <a href={address} className={buttonStyles()}>
          Reintentar
        </a>
      }
    />
  );
}
