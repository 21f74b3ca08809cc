import { Car, CircleCheck, Eye, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { StatCard } from "#web/ui/frame/card.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import type { InventoryVehicle } from "../queries.ts";

type InventoryStatsProps = {
  vehicles: InventoryVehicle[] | undefined;
  /** The name of the first card. */
  totalLabel: string;
  /**
   * Left out for whom the team is none of their business; null while it loads or when it could not
   * be read.
   */
  teamSize?: number | null | undefined;
  withTeam?: boolean;
};

/** Total, available and seen; for a dealership also its team (product section 2, Dashboard). */
export function InventoryStats({ vehicles, totalLabel, teamSize, withTeam }: InventoryStatsProps) {
  const available = vehicles?.filter(({ status }) => status === "Disponible").length;
  const views = vehicles?.reduce((sum, vehicle) => sum + vehicle.views, 0);
  return (
    <div
      className={classNames(
        "grid grid-cols-2 gap-3",
        withTeam ? "lg:grid-cols-4" : "max-sm:*:first:col-span-2 sm:grid-cols-3",
      )}
    >
      <StatCard label={totalLabel} value={figure(vehicles?.length)} icon={<Car />} />
      <StatCard label="Disponibles" value={figure(available)} icon={<CircleCheck />} />
      <StatCard label="Vistas Totales" value={figure(views)} icon={<Eye />} />
      {withTeam && (
        <StatCard
          label={
            <Link to="/team" className="after:absolute after:inset-0 after:rounded-xl">
              Miembros del Equipo
            </Link>
          }
          value={figure(teamSize ?? undefined)}
          icon={<Users />}
        />
      )}
    </div>
  );
}

function figure(value: number | undefined): ReactNode {
  if (value === undefined) return <Skeleton className="h-[1.625rem] w-14" />;
  return value.toLocaleString("en-US");
}
