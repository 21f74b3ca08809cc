import { useLocation } from "react-router";
import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { publicVehicleMessages } from "./public-messages.ts";

/**
 * Says that a vehicle is sold, and leads on to what can be bought; or that it is being checked.
 * Nothing for an available one.
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
        {isSold
          ? "Hay más vehículos disponibles, y puedes preguntar por uno parecido."
          : "Pregunta cuándo estará disponible."}
      </p>
      {isSold && inventory && (
        <a href={inventory} className={buttonStyles()}>
          Ver vehículos disponibles
        </a>
      )}
    </div>
  );
}

/** The page when the data cannot be read now. The link asks again, with or without script. */
export function PublicVehicleUnanswered() {
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
