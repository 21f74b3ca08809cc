import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import type { Vehicle } from "#contract/vehicle.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Label } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { useChangePublished } from "../change-vehicle.ts";
import { vehicleMessages } from "../messages.ts";
import { vehicleKeys, vehicleQuery } from "../queries.ts";
import { savedState } from "../share/share-after-save.tsx";
import { draftKey } from "./draft.ts";
import { formValuesOf } from "./form-values.ts";
import { formMessages } from "./messages.ts";
import { deleteVehicle, removePhotos, updateVehicle } from "./update-vehicle.ts";
import { useRequireSession } from "./use-require-session.ts";
import { VehicleForm, type VehicleSave } from "./vehicle-form.tsx";

/** Deletes the vehicle after a confirmation. `onDelete` is called before leaving the page. */
function DeleteVehicle({ vehicle, onDelete }: { vehicle: Vehicle; onDelete: () => void }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    const deletion = await deleteVehicle(supabase, vehicle.id);
    if (!deletion.deleted) {
      setPending(false);
      const { deleteFailed } = vehicleMessages;
      const title = deletion.photosFailed ? formMessages.deleteImagesFailed : deleteFailed.title;
      const failure = { ...deleteFailed, title, ...deletion.refusal };
      toast(failureNotice(failure, deletion.error));
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

/** Edits a loaded vehicle: publish, delete, and the form, which saves only changes. */
export function VehicleEditor({ vehicle, title }: { vehicle: Vehicle; title: string }) {
  const { supabase } = useAuth();
  const needSession = useRequireSession(formMessages.signInToUpdate);
  const user = useActiveUser();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [initial] = useState(() => formValuesOf(vehicle));
  const page = `/vehicle/${vehicle.id}`;

  async function write({ changed, images }: VehicleSave) {
    const imagesChanged = images.join("\n") !== vehicle.images.join("\n");
    const changes = imagesChanged ? { ...changed, images } : changed;
    const failure = await updateVehicle(supabase, vehicle.id, changes);
    if (failure) return { title: formMessages.updateFailed, ...failure };
    const removed = vehicle.images.filter((url) => !images.includes(url));
    const notRemoved = await removePhotos(supabase, vehicle.user_id, removed);
    showSaved(notRemoved === null);
    return null;
  }

  async function lead() {
    await queries.invalidateQueries({ queryKey: vehicleKeys.all, refetchType: "all" });
    navigate(page, { state: savedState(vehicle.id) });
  }

  return (
    <VehicleForm
      initial={initial}
      images={vehicle.images}
      ownerId={vehicle.user_id}
      vehicleId={vehicle.id}
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

function showSaved(photosRemoved: boolean) {
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

/** Publishes or hides the vehicle, optimistically. */
function PublishSwitch({ vehicle }: { vehicle: Vehicle }) {
  const { supabase } = useAuth();
  const { mutate, isPending } = useChangePublished(notices);
  // The form's vehicle stays as it was loaded; the change applies to the cached one.
  const { data } = useQuery({ ...vehicleQuery(supabase, vehicle.id), enabled: false });
  const { id, published } = data ?? vehicle;
  const switchId = useId();
  return (
    <div className="flex min-h-11 max-w-full items-center gap-3 rounded-lg border bg-card px-[min(0.875rem,4vw)] shadow-xs">
      <Switch
        id={switchId}
        checked={published}
        onCheckedChange={(value) => mutate({ id, value })}
        aria-busy={isPending}
      />
      <Label htmlFor={switchId} className="cursor-pointer">
        {published ? "Publicado" : "Oculto"}
      </Label>
    </div>
  );
}

const notices = {
  done: (published: boolean) => (published ? formMessages.nowPublished : formMessages.nowHidden),
  failed: (published: boolean) =>
    published ? formMessages.publishFailed : formMessages.hideFailed,
};
