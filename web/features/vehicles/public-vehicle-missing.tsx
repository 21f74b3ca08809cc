import { useEffect } from "react";
import { buttonStyles } from "#web/ui/button.tsx";
import { DeadEnd } from "#web/ui/dead-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { publicVehicleMessages } from "./public-messages.ts";

/**
 * The page of a vehicle that is not there for visitors, with the notice of spec section 8. Takes the page of the vendedor whose link
 * it is, if anybody's. Unknown, deleted and hidden vehicles look the same.
 */
export function PublicVehicleMissing({ onward }: { onward: string | null }) {
  const { notFoundTitle, notFound } = publicVehicleMessages;
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
