import type { SupabaseClient } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { EMPTY_VEHICLE_FORM, type VehicleInput } from "#contract/vehicle.ts";
import { newId } from "#web/api/new-id.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { EmptyLotDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleKeys } from "../queries.ts";
import { savedState } from "../share/share-after-save.tsx";
import { draftKey } from "./draft.ts";
import { formMessages } from "./messages.ts";
import { describeSaveFailure, type SaveFailure } from "./update-vehicle.ts";
import { useRequireSession } from "./use-require-session.ts";
import { VehicleForm, type VehicleSave } from "./vehicle-form.tsx";
import { mayAddVehicles, vehicleOwner } from "./vehicle-owner.ts";

/**
 * Inserts a vehicle. The form creates the ID once, so that a retry after a lost response finds the
 * row instead of inserting another. Returns the failure, or null.
 */
async function createVehicle(
  supabase: SupabaseClient,
  vehicle: { id: string; ownerId: string; input: VehicleInput; images: string[] },
): Promise<SaveFailure | null> {
  const { id, ownerId, input, images } = vehicle;
  const { error } = await supabase
    .from("vehicles")
    .upsert(
      { id, user_id: ownerId, ...input, images },
      { onConflict: "id", ignoreDuplicates: true },
    );
  return error && describeSaveFailure(error);
}

const TITLE = "Añadir Nuevo Vehículo";

/** /add-vehicle: the form, or why this person may not add vehicles. */
export function AddVehiclePage() {
  const user = useActiveUser();
  const ownerId = vehicleOwner(user);
  if (!mayAddVehicles(user)) {
    return (
      <NoForm
        title="No puedes añadir vehículos"
        description="Un administrador desactivó esta función para tu cuenta. Escríbele si crees que es un error."
      />
    );
  }
  if (!ownerId) {
    return (
      <NoForm
        title={formMessages.ownerUnknown.description}
        description="Un vehículo pertenece a un concesionario. Pide a un administrador que te asigne a uno; un administrador puede añadirlo con «Administrar» en la cuenta del concesionario."
      />
    );
  }
  return <AddVehicle key={ownerId} userId={user.id} ownerId={ownerId} />;
}

function AddVehicle({ userId, ownerId }: { userId: string; ownerId: string }) {
  const { supabase } = useAuth();
  const needSession = useRequireSession(formMessages.signInFirst);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [id] = useState(newId);

  async function write({ input, images }: VehicleSave) {
    const failure = await createVehicle(supabase, { id, ownerId, input, images });
    return failure && { title: formMessages.createFailed, ...failure };
  }

  async function lead() {
    toast({ ...formMessages.created, variant: "success" });
    await queries.invalidateQueries({ queryKey: vehicleKeys.all, refetchType: "all" });
    navigate("/dashboard", { state: savedState(id) });
  }

  return (
    <VehicleForm
      initial={EMPTY_VEHICLE_FORM}
      images={[]}
      ownerId={ownerId}
      vehicleId={id}
      startsWithVin
      draftKey={draftKey(userId, "new")}
      saveLabel="Guardar vehículo"
      imageFailureTitle={formMessages.imageFailed}
      onBeforeSave={needSession}
      onSave={write}
      onSaved={lead}
      onCancel={() => navigate("/dashboard")}
      header={() => <PageHeader title={TITLE} backTo="/dashboard" />}
    />
  );
}

function NoForm({ title, description }: { title: string; description: string }) {
  return (
    <>
      <PageHeader title={TITLE} backTo="/dashboard" />
      <EmptyState
        drawing={<EmptyLotDrawing />}
        title={title}
        description={description}
        action={
          <Link to="/dashboard" className={buttonStyles({ variant: "outline" })}>
            Ir al inventario
          </Link>
        }
      />
    </>
  );
}
