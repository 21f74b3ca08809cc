import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import type { Vehicle } from "#contract/vehicle.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useChangePublished } from "../change-vehicle.ts";
import { vehicleTitle } from "../format-vehicle.ts";
import { vehicleQuery } from "../queries.ts";
import { useShareVehicle } from "./use-share-vehicle.ts";

const Saved = z.object({ savedVehicle: z.guid() });

/** What the form hands to the page that it leads to: the vehicle that was saved. */
export function savedState(savedVehicle: string): z.infer<typeof Saved> {
  return { savedVehicle };
}

/**
 * After a save, over the page that it leads to: a vehicle that nobody sees yet is published and
 * shared by one press. The page below stays usable.
 */
export function AfterSave() {
  const { supabase } = useAuth();
  const { state } = useLocation();
  const saved = Saved.safeParse(state).data?.savedVehicle;
  const { data: vehicle } = useQuery({
    ...vehicleQuery(supabase, saved ?? ""),
    enabled: saved !== undefined,
  });
  if (!saved || !vehicle || vehicle.published || vehicle.status === "Vendido") return null;
  return <Sheet key={saved} vehicle={vehicle} />;
}

function Sheet({ vehicle }: { vehicle: Vehicle }) {
  const titleId = useId();
  const sheet = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const location = useLocation();
  const share = useShareVehicle({ ...vehicle, cover: vehicle.images[0] });
  const publish = useChangePublished();
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);

  const leave = () =>
    navigate(`${location.pathname}${location.search}`, { replace: true, preventScrollReset: true });
  const published = { id: vehicle.id, value: true };
  const closeByKey = ({ key }: KeyboardEvent) => key === "Escape" && leave();

  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={closeByKey}
      className="fixed inset-x-0 bottom-0 z-40 grid animate-rise gap-4 rounded-t-2xl border-t bg-popover px-5 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))] text-popover-foreground shadow-overlay outline-none sm:inset-x-auto sm:bottom-6 sm:left-1/2 sm:w-112 sm:-translate-x-1/2 sm:rounded-2xl sm:border sm:p-6"
    >
      <div>
        <h2 id={titleId} className="wrap-anywhere font-semibold text-lg tracking-tight">
          {vehicleTitle(vehicle)} está guardado
        </h2>
        <p className="text-muted-foreground text-sm">Todavía no lo ve nadie más.</p>
      </div>
      <div className="grid gap-2">
        <Button size="lg" onClick={() => share(publish.mutateAsync(published))}>
          <Share2 aria-hidden="true" />
          Publicar y compartir
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button variant="outline" onClick={() => publish.mutate(published)}>
            Publicar
          </Button>
          <Button variant="ghost" onClick={leave}>
            Dejar oculto
          </Button>
        </div>
      </div>
    </section>
  );
}
