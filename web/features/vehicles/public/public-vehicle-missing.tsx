import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { deviceStorage } from "#web/session/device-storage.ts";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { publicVehicleMessages } from "./public-messages.ts";
import { recallInventory } from "./remembered-inventory.ts";

/**
 * The page of a vehicle that is not there for visitors, with the notice of product section 8. Takes
 * the page of the vendedor whose link it is, if anybody's; otherwise it leads to the inventory in
 * which this device saw the vehicle. The server answers unknown, deleted and hidden vehicles alike.
 */
export function PublicVehicleMissing({ seller }: { seller: string | null }) {
  const { notFoundTitle, notFound } = publicVehicleMessages;
  const { id = "" } = useParams();
  const [inventory, setInventory] = useState<string | null>(null);
  const onward = seller ?? inventory;
  useEffect(() => {
    const storage = deviceStorage();
    if (storage) setInventory(recallInventory(storage, id));
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
