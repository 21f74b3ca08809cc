import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Vehicle } from "#contract/vehicle.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Label } from "#web/ui/controls/field.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleKeys } from "../queries.ts";
import { formMessages } from "./form-messages.ts";
import { publishVehicle } from "./update-vehicle.ts";

/**
 * Shows or hides the vehicle at once, and turns back when the server refuses (product section 4).
 */
export function PublishSwitch({ vehicle }: { vehicle: Vehicle }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [published, setPublished] = useState(vehicle.published);
  const [pending, setPending] = useState(false);
  const id = useId();

  async function change(next: boolean) {
    if (pending) return;
    setPublished(next);
    setPending(true);
    const done = await publishVehicle(supabase, vehicle.id, next);
    setPending(false);
    if (!done) {
      setPublished(!next);
      toast({
        ...(next ? formMessages.publishFailed : formMessages.hideFailed),
        variant: "destructive",
      });
      return;
    }
    toast({ ...(next ? formMessages.nowPublished : formMessages.nowHidden), variant: "success" });
    await queries.invalidateQueries({ queryKey: vehicleKeys.all });
  }

  return (
    <div className="flex h-11 items-center gap-3 rounded-lg border bg-card px-3.5 shadow-xs">
      <Switch id={id} checked={published} onCheckedChange={change} aria-busy={pending} />
      <Label htmlFor={id} className="cursor-pointer">
        {published ? "Publicado" : "Oculto"}
      </Label>
    </div>
  );
}
