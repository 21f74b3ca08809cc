import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import type { Vehicle } from "#contract/vehicle.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { BottomSheet } from "#web/ui/frame/bottom-sheet.tsx";
import { useChangePublished } from "../change-vehicle.ts";
import { vehicleQuery } from "../queries.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { useShareVehicle } from "./use-share-vehicle.ts";

const Saved = z.object({ savedVehicle: z.guid() });

/** Navigation state with the saved vehicle. */
export function savedState(savedVehicle: string): z.infer<typeof Saved> {
  return { savedVehicle };
}

/**
 * A sheet over the next page after a save, which publishes and shares a hidden vehicle in one
 * press. The page stays usable.
 */
export function ShareAfterSave() {
  const { supabase } = useAuth();
  const saved = useSaved();
  const { data: vehicle } = useQuery({
    ...vehicleQuery(supabase, saved ?? ""),
    enabled: saved !== undefined,
  });
  if (!saved || !vehicle || vehicle.published || vehicle.status === "Vendido") return null;
  return <Sheet key={saved} vehicle={vehicle} />;
}

/**
 * The saved vehicle. Removed from the history state, so that a reload does not show the sheet
 * again.
 */
function useSaved(): string | undefined {
  const { key, state } = useLocation();
  const saved = Saved.safeParse(state).data?.savedVehicle;
  useEffect(() => {
    const entry = window.history.state;
    if (!saved || entry?.key !== key) return;
    window.history.replaceState({ ...entry, usr: null }, "");
  }, [saved, key]);
  return saved;
}

function Sheet({ vehicle }: { vehicle: Vehicle }) {
  const navigate = useNavigate();
  const location = useLocation();
  const share = useShareVehicle({ ...vehicle, cover: vehicle.images[0] });
  const publish = useChangePublished();
  const leave = () =>
    navigate(`${location.pathname}${location.search}`, { replace: true, preventScrollReset: true });
  const published = { id: vehicle.id, value: true };
  return (
    <BottomSheet
      title={`${vehicleTitle(vehicle)} está guardado`}
      description="Todavía no lo ve nadie más."
      onClose={leave}
    >
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
    </BottomSheet>
  );
}
