import { useEffect, useState } from "react";
import { useLocation, useParams } from "react-router";
import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { deviceStorage } from "#web/device-storage.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { publicVehicleMessages } from "./public-vehicle-meta.ts";
import { recallInventory } from "./remembered-inventory.ts";

/**
 * The page of a vehicle that visitors cannot see (docs/product/public-pages.md). Links to the page
 * of the salesperson from the link, else to the inventory in which this device last saw the
 * vehicle. The server's response is the same for unknown, deleted and hidden vehicles.
 */
export function PublicVehicleNotFound({ seller }: { seller: string | null }) {
  const { notFoundTitle, notFound } = publicVehicleMessages;
  const { id = "" } = useParams();
  const [inventory, setInventory] = useState<string | null>(null);
  const onward = seller ?? inventory;
  useEffect(() => {
    setInventory(recallInventory(deviceStorage, id));
  }, [id]);
  useEffect(() => toast({ ...publicVehicleMessages.notPublic, variant: "destructive" }), []);
  return (
    <DeadEnd
      kind="missing"
      title={notFoundTitle}
      description={notFound}
      action={
        <div className="grid gap-2">
          {onward && (
            <a href={onward} className={buttonStyles({ size: "lg" })}>
              Ver vehículos disponibles
            </a>
          )}
          <a
            href="/"
            className={buttonStyles({ size: "lg", variant: onward ? "ghost" : "primary" })}
          >
            Volver al inicio
          </a>
        </div>
      }
    />
  );
}

/**
 * Says that a vehicle is sold, with a link to others, or under review; hidden for an available one.
 */
export function UnavailableNotice(props: { status: VehicleStatus; inventory: string | null }) {
  const { status, inventory } = props;
  if (status === "Disponible") return null;
  const isSold = status === "Vendido";
  return (
    <div
      role="note"
      className="mt-2 grid justify-items-start gap-3 rounded-xl border bg-card p-4 text-sm"
    >
      <p>
        <strong className="block font-semibold text-base">
          {isSold ? "Este vehículo ya se vendió" : "Este vehículo está en revisión"}
        </strong>
        <span>
          {isSold
            ? "Hay más vehículos disponibles, y puedes preguntar por uno parecido."
            : "Pregunta cuándo estará disponible."}
        </span>
      </p>
      {isSold && inventory && (
        <a href={inventory} className={buttonStyles()}>
          Ver vehículos disponibles
        </a>
      )}
    </div>
  );
}

/** The page if the data cannot be loaded. The retry link works without script. */
export function PublicVehicleUnavailable() {
  const { pathname, search } = useLocation();
  return (
    <DeadEnd
      kind="unanswered"
      {...publicVehicleMessages.unavailable}
      action={
        <a href={`${pathname}${search}`} className={buttonStyles({ size: "lg" })}>
          Reintentar
        </a>
      }
    />
  );
}
