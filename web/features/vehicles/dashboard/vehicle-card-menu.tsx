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
import { type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { sellerOf } from "#web/session/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/controls/dropdown-menu.tsx";
import { useChangePublished, useChangeStatus } from "../change-vehicle.ts";
import type { InventoryVehicle } from "../queries.ts";
import { useShareVehicle } from "../share/use-share-vehicle.ts";
import { vehicleLinks } from "../vehicle-links.ts";

type VehicleCardMenuProps = {
  vehicle: InventoryVehicle;
  title: string;
  onDelete: () => void;
  /** Of its button. */
  className?: string;
};

/**
 * What can be done with a vehicle from its card (product section 2, Dashboard). The menu is made
 * when it is opened: hundreds of cards have one.
 */
export function VehicleCardMenu(props: VehicleCardMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState(false);
  const show = () => {
    setMade(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon-sm"
        aria-label={`Acciones para ${props.title}`}
        aria-haspopup="menu"
        aria-expanded={open}
        className={props.className}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          show();
        }}
      >
        <EllipsisVertical aria-hidden="true" />
      </Button>
      {made && <CardMenu {...props} open={open} onOpenChange={setOpen} button={button} />}
    </>
  );
}

type CardMenuProps = VehicleCardMenuProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
};

function CardMenu({ vehicle, title, onDelete, open, onOpenChange, button }: CardMenuProps) {
  const returnFocus = (event: Event) => {
    event.preventDefault();
    button.current?.focus();
  };
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        aria-label={`Acciones para ${title}`}
        aria-labelledby={undefined}
        onCloseAutoFocus={returnFocus}
        onInteractOutside={(event) => {
          // A press on the button closes the menu by itself, and must not close and open it again.
          if (event.target instanceof Node && button.current?.contains(event.target)) {
            event.preventDefault();
          }
        }}
      >
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

/** Sharing, and who may see it; to share what is hidden publishes it. */
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
        {published ? "Compartir" : "Publicar y compartir"}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => changePublished.mutate(toggled)}>
        {published ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        {published ? "Ocultar" : "Publicar"}
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
