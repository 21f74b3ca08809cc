import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Vehicle } from "#contract/vehicle.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleMessages } from "../messages.ts";
import { vehicleKeys } from "../queries.ts";
import { formMessages } from "./form-messages.ts";
import { deleteVehicle } from "./update-vehicle.ts";

const FAILURES = {
  ...vehicleMessages.deleteFailed,
  "photos left": {
    ...vehicleMessages.deleteFailed["photos left"],
    title: formMessages.deleteImagesFailed,
  },
};

/** Deletes the vehicle for good, after asking. `onDelete` is called before the page is left. */
export function DeleteVehicle({ vehicle, onDelete }: { vehicle: Vehicle; onDelete: () => void }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    const outcome = await deleteVehicle(supabase, vehicle.id);
    if (outcome !== "deleted") {
      setPending(false);
      toast({ ...FAILURES[outcome], variant: "destructive" });
      void queries.invalidateQueries({ queryKey: vehicleKeys.all });
      return;
    }
    onDelete();
    toast({ ...formMessages.deleted, variant: "success" });
    queries.removeQueries({ queryKey: vehicleKeys.one(vehicle.id) });
    await queries.invalidateQueries({ queryKey: vehicleKeys.all, refetchType: "all" });
    navigate("/dashboard", { replace: true });
  }

  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)} className="text-destructive-ink">
        <Trash2 aria-hidden="true" />
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={formMessages.deleteQuestion.title}
        description={formMessages.deleteQuestion.description}
        confirmLabel="Eliminar"
        destructive
        pending={pending}
        onConfirm={remove}
      />
    </>
  );
}
