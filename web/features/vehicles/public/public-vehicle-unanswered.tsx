import { useLocation } from "react-router";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { publicVehicleMessages } from "./public-messages.ts";

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
