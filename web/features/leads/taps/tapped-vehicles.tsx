import { useQuery } from "@tanstack/react-query";
import { TapChannel } from "#contract/customers/contact-tap.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Card, CardHeader } from "#web/ui/frame/card.tsx";
import type { LeadScope } from "../read-leads.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { channelLabels } from "./messages.ts";
import { TAP_WINDOW_DAYS, type TappedVehicle, tappedVehiclesQuery } from "./tap-queries.ts";

type TappedVehiclesProps = {
  scope: LeadScope;
  /** The vehicle that filters the taps below; null for all. */
  chosen: string | null;
  onChoose: (vehicleId: string | null) => void;
};

/** Vehicles by number of recent taps; a press filters the taps below. */
export function TappedVehicles({ scope, chosen, onChoose }: TappedVehiclesProps) {
  const { supabase } = useAuth();
  const { data: vehicles = [] } = useQuery(tappedVehiclesQuery(supabase, scope));
  if (vehicles.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Por vehículo" description={`Los últimos ${TAP_WINDOW_DAYS} días`} />
      <ol
        aria-label="Toques por vehículo"
        className="max-h-37 divide-y overflow-y-auto border-t lg:max-h-96"
      >
        {vehicles.map((vehicle) => (
          <li key={vehicle.vehicle_id}>
            <VehicleLine
              vehicle={vehicle}
              isChosen={vehicle.vehicle_id === chosen}
              onPress={() => onChoose(vehicle.vehicle_id === chosen ? null : vehicle.vehicle_id)}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

type VehicleLineProps = { vehicle: TappedVehicle; isChosen: boolean; onPress: () => void };

function VehicleLine({ vehicle, isChosen, onPress }: VehicleLineProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        "flex min-h-12 w-full items-center justify-between gap-4 px-4 py-2 text-left text-sm transition-colors -outline-offset-2 hover:bg-muted/50 sm:px-5",
        isChosen && "bg-muted font-semibold",
      )}
    >
      <span className="wrap-anywhere min-w-0">{vehicle.title}</span>
      <span className="flex shrink-0 gap-3">
        {TapChannel.options.map(
          (channel) =>
            vehicle[channel] > 0 && (
              <span key={channel} className="numeric inline-flex items-center gap-1">
                <ChannelIcon channel={channel} className="size-4 text-muted-foreground" />
                <span className="sr-only">{`${channelLabels[channel]}:`}</span>
                <span>{vehicle[channel]}</span>
              </span>
            ),
        )}
      </span>
    </button>
  );
}
