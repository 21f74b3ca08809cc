import { useLocation } from "react-router";
import { buttonStyles } from "#web/ui/button.tsx";
import { UnpluggedDrawing } from "#web/ui/drawings.tsx";
import { publicVehicleMessages } from "./public-messages.ts";

/** The page when the data cannot be read now. The link asks again, with or without script. */
export function PublicVehicleUnanswered() {
  const { pathname } = useLocation();
  const { title, description } = publicVehicleMessages.unavailable;
  return (
    <main className="grid min-h-dvh place-items-center px-6 py-16">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <div className="w-60 text-muted-foreground">
          <UnpluggedDrawing />
        </div>
        <h1 className="mt-4 font-semibold text-headline">{title}</h1>
        <p className="text-muted-foreground">{description}</p>
        <a href={pathname} className={`${buttonStyles({ size: "lg" })} mt-4`}>
          Reintentar
        </a>
      </div>
    </main>
  );
}
