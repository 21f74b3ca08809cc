import { buttonStyles } from "#web/ui/button.tsx";
import { LostRoadDrawing } from "#web/ui/drawings.tsx";
import { publicVehicleMessages } from "./public-messages.ts";

/** The page of a vehicle that is not there for visitors: unknown, deleted and hidden ones look the same. */
export function PublicVehicleMissing() {
  return (
    <main className="grid min-h-dvh place-items-center px-6 py-16">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <div className="w-60 text-muted-foreground">
          <LostRoadDrawing />
        </div>
        <h1 className="mt-4 font-semibold text-headline">{publicVehicleMessages.notFoundTitle}</h1>
        <p className="text-muted-foreground">{publicVehicleMessages.notFound}</p>
        <a href="/" className={`${buttonStyles({ size: "lg" })} mt-4`}>
          Volver al inicio
        </a>
      </div>
    </main>
  );
}
