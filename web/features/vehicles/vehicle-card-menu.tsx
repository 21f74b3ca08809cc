import { BadgeCheck, EllipsisVertical, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/dropdown-menu.tsx";
import { useChangeStatus } from "./change-vehicle.ts";
import type { InventoryVehicle } from "./queries.ts";
import { vehicleLinks } from "./vehicle-links.ts";

type VehicleCardMenuProps = { vehicle: InventoryVehicle; title: string; onDelete: () => void };

/** What can be done with a vehicle from its card (spec section 2, Dashboard). */
export function VehicleCardMenu({ vehicle, title, onDelete }: VehicleCardMenuProps) {
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Acciones para ${title}`}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem asChild>
          <Link to={vehicleLinks.edit(vehicle.id)}>
            <Pencil aria-hidden="true" />
            Editar
          </Link>
        </DropdownMenuItem>
        <StatusItem vehicle={vehicle} />
        <PublicPageItem vehicle={vehicle} />
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={onDelete}>
          <Trash2 aria-hidden="true" />
          Eliminar
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function StatusItem({ vehicle }: { vehicle: InventoryVehicle }) {
  const changeStatus = useChangeStatus();
  const next = vehicle.status === "Vendido" ? "Disponible" : "Vendido";
  return (
    <DropdownMenuItem onSelect={() => changeStatus.mutate({ id: vehicle.id, value: next })}>
      <BadgeCheck aria-hidden="true" />
      Marcar como {next}
    </DropdownMenuItem>
  );
}

function PublicPageItem({ vehicle }: { vehicle: InventoryVehicle }) {
  if (!vehicle.published) {
    return (
      <DropdownMenuItem disabled>
        <ExternalLink aria-hidden="true" />
        <span>
          Ver Página Pública
          <span className="block text-muted-foreground text-xs">Publícalo primero</span>
        </span>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem asChild>
      <Link to={vehicleLinks.publicPage(vehicle.id)}>
        <ExternalLink aria-hidden="true" />
        Ver Página Pública
      </Link>
    </DropdownMenuItem>
  );
}
