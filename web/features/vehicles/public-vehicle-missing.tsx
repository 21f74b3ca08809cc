import { useEffect } from "react";
import { buttonStyles } from "#web/ui/button.tsx";
import { DeadEnd } from "#web/ui/dead-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { publicVehicleMessages } from "./public-messages.ts";

/** The page of a vehicle that is not there for visitors, with the notice of spec section 8: unknown, deleted and hidden ones look the same. */
export function PublicVehicleMissing() {
  const { notFoundTitle, notFound } = publicVehicleMessages;
  useEffect(() => toast({ ...publicVehicleMessages.notPublic, variant: "destructive" }), []);
  return (
    <DeadEnd
      kind="missing"
      title={notFoundTitle}
      description={notFound}
      action={
        <a href="/" className={buttonStyles({ size: "lg" })}>
          Volver al inicio
        </a>
      }
    />
  );
}
