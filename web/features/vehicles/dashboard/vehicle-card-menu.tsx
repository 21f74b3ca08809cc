import {
  BadgeCheck,
  EllipsisVertical,
  ExternalLink,
  Eye,
  EyeOff,
  Pencil,
  Share2,
  Trash2,
} from "lucide-react";
import { Link } from "react-router";
import { sellerOf } from "#web/session/links/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { DropdownMenuItem, DropdownMenuSeparator } from "#web/ui/overlays/dropdown-menu.tsx";
import { MenuButton } from "#web/ui/overlays/menu-button.tsx";
import { useChangePublished, useChangeStatus } from "../change-vehicle.ts";
import type { InventoryVehicle } from "../queries.ts";
import { useShareVehicle } from "../share/use-share-vehicle.ts";
import { vehicleLinks } from "../vehicle-links.ts";

type VehicleCardMenuProps = {
  vehicle: InventoryVehicle;
  title: string;
  onDelete: () => void;
  /** Class of the menu button. */
  className?: string;
};

/** Actions of a vehicle card (docs/product/inventory.md). */
export function VehicleCardMenu({ vehicle, title, onDelete, className }: VehicleCardMenuProps) {
  const items = () => (
    <>
      <DropdownMenuItem asChild>
        <Link to={vehicleLinks.edit(vehicle.id)}>
          <Pencil aria-hidden="true" />
          Editar
        </Link>
      </DropdownMenuItem>
      <StatusItem vehicle={vehicle} />
      <PublicPageItem vehicle={vehicle} />
      <ShareItems vehicle={vehicle} />
      <DropdownMenuSeparator />
      <DropdownMenuItem variant="destructive" onSelect={onDelete}>
        <Trash2 aria-hidden="true" />
        Eliminar
      </DropdownMenuItem>
    </>
  );
  return (
    <MenuButton
      label={`Acciones para ${title}`}
      menu={items}
      className={classNames(buttonStyles({ variant: "ghost", size: "icon-sm" }), className)}
    >
      <EllipsisVertical aria-hidden="true" />
    </MenuButton>
  );
}

function StatusItem({ vehicle }: { vehicle: InventoryVehicle }) {
  const changeStatus = useChangeStatus();
  const next = vehicle.status === "Vendido" ? "Disponible" : "Vendido";
  return (
    <DropdownMenuItem onSelect={() => changeStatus.mutate({ id: vehicle.id, value: next })}>
      <BadgeCheck aria-hidden="true" />
      <span>{`Marcar como ${next}`}</span>
    </DropdownMenuItem>
  );
}

/** Share and publish items; sharing a hidden vehicle publishes it. */
function ShareItems({ vehicle }: { vehicle: InventoryVehicle }) {
  const { id, published } = vehicle;
  const share = useShareVehicle(vehicle);
  const changePublished = useChangePublished();
  const toggled = { id, value: !published };
  const shareNow = () => share(published ? undefined : changePublished.mutateAsync(toggled));
  return (
    <>
      <DropdownMenuItem onSelect={shareNow}>
        <Share2 aria-hidden="true" />
        <span>{published ? "Compartir" : "Publicar y compartir"}</span>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => changePublished.mutate(toggled)}>
        {published ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        <span>{published ? "Ocultar" : "Publicar"}</span>
      </DropdownMenuItem>
    </>
  );
}

function PublicPageItem({ vehicle }: { vehicle: InventoryVehicle }) {
  const { activeUser } = useAuth();
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
      <Link to={vehicleLinks.publicPage(vehicle.id, "", sellerOf(activeUser))}>
        <ExternalLink aria-hidden="true" />
        Ver Página Pública
      </Link>
    </DropdownMenuItem>
  );
}
