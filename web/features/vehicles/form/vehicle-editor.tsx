import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Vehicle } from "#contract/vehicle.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleKeys } from "../queries.ts";
import { DeleteVehicle } from "./delete-vehicle.tsx";
import { draftKey } from "./draft.ts";
import { formMessages } from "./form-messages.ts";
import { formValuesOf } from "./form-values.ts";
import { PublishSwitch } from "./publish-switch.tsx";
import { removePhotos, updateVehicle } from "./update-vehicle.ts";
import { useNeededSession } from "./use-needed-session.ts";
import { VehicleForm, type VehicleSave } from "./vehicle-form.tsx";

/**
 * The edit screen of a loaded vehicle: publish, delete, and the form, which saves only what was
 * changed.
 */
export function VehicleEditor({ vehicle, title }: { vehicle: Vehicle; title: string }) {
  const { supabase } = useAuth();
  const needSession = useNeededSession(formMessages.signInToUpdate);
  const user = useActiveUser();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [initial] = useState(() => formValuesOf(vehicle));
  const page = `/vehicle/${vehicle.id}`;

  async function write({ changed, images }: VehicleSave) {
    const imagesChanged = images.join("\n") !== vehicle.images.join("\n");
    const changes = imagesChanged ? { ...changed, images } : changed;
    const failure = await updateVehicle(supabase, vehicle.id, changes);
    if (failure) return { title: formMessages.updateFailed, description: failure };
    const removed = vehicle.images.filter((url) => !images.includes(url));
    tellSaved(await removePhotos(supabase, vehicle.user_id, removed));
    return null;
  }

  async function lead() {
    await queries.invalidateQueries({ queryKey: vehicleKeys.all, refetchType: "all" });
    navigate(page);
  }

  return (
    <VehicleForm
      initial={initial}
      images={vehicle.images}
      ownerId={vehicle.user_id}
      draftKey={draftKey(user.id, vehicle.id)}
      saveLabel="Guardar cambios"
      imageFailureTitle={formMessages.newImageFailed}
      onBeforeSave={needSession}
      onSave={write}
      onSaved={lead}
      onCancel={() => navigate(page)}
      header={({ release }) => (
        <PageHeader
          title={title}
          description={`${vehicle.brand} ${vehicle.model} ${vehicle.year}`}
          backTo={page}
          actions={
            <>
              <PublishSwitch vehicle={vehicle} />
              <DeleteVehicle vehicle={vehicle} onDelete={release} />
            </>
          }
        />
      )}
    />
  );
}

function tellSaved(photosRemoved: boolean) {
  if (photosRemoved) {
    toast({ ...formMessages.updated, variant: "success" });
    return;
  }
  toast({
    title: formMessages.deleteImagesFailed,
    description: "Los cambios se guardaron, pero alguna foto quitada sigue en el almacén.",
    variant: "destructive",
  });
}
