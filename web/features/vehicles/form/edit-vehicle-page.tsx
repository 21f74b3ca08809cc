import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LostRoadDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleQuery } from "../queries.ts";
import { formMessages } from "./messages.ts";
import { VehicleEditor } from "./vehicle-editor.tsx";
import { vehicleOwner } from "./vehicle-owner.ts";

/** Page title (docs/product/vehicle-form.md). */
const TITLE = "Editar Vehículo";

/**
 * /edit-vehicle/{id}: loads the vehicle each time the page opens, without refetching while the
 * person edits.
 */
export function EditVehiclePage({ id }: { id: string }) {
  const { supabase } = useAuth();
  const user = useActiveUser();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: vehicle, isError } = useQuery({
    queryKey: ["vehicle-to-edit", id],
    queryFn: () => queries.fetchQuery({ ...vehicleQuery(supabase, id), staleTime: 0 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

  useEffect(() => {
    if (!isError) return;
    toast({ ...formMessages.loadFailed, variant: "destructive" });
    navigate("/dashboard", { replace: true });
  }, [isError, navigate]);

  if (vehicle === undefined) return <LoadingVehicle />;
  const mayEdit = user.role === "admin" || vehicle?.user_id === vehicleOwner(user);
  if (!vehicle || !mayEdit) return <MissingVehicle />;
  return <VehicleEditor key={vehicle.id} vehicle={vehicle} title={TITLE} />;
}

function MissingVehicle() {
  return (
    <>
      <PageHeader title={TITLE} backTo="/dashboard" />
      <EmptyState
        drawing={<LostRoadDrawing />}
        title={formMessages.missing}
        description="Puede que se haya eliminado o que pertenezca a otro concesionario."
        action={
          <Link to="/dashboard" className={buttonStyles({ variant: "outline" })}>
            Ir al inventario
          </Link>
        }
      />
    </>
  );
}

function LoadingVehicle() {
  return (
    <>
      <PageHeader title={TITLE} backTo="/dashboard" />
      <p role="status" className="pb-4 text-muted-foreground text-sm">
        {formMessages.loading}
      </p>
      <div className="grid gap-6 lg:pl-[17rem]">
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-44 rounded-xl" />
        <Skeleton className="h-60 rounded-xl" />
      </div>
    </>
  );
}
