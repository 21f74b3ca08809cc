import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff, Pencil, Share2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, Navigate } from "react-router";
import { formatPrice } from "#contract/price.ts";
import { formatInteger } from "#contract/units.ts";
import type { Vehicle } from "#contract/vehicle.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import type { Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { useChangePublished } from "../change-vehicle.ts";
import { vehicleOwner } from "../form/vehicle-owner.ts";
import { vehicleMessages } from "../messages.ts";
import { PublishedBadge } from "../published-badge.tsx";
import { vehicleQuery } from "../queries.ts";
import { reservedUntil } from "../reserved-until.ts";
import { ShareAfterSave } from "../share/share-after-save.tsx";
import { useShareVehicle } from "../share/use-share-vehicle.ts";
import { StatusBadge } from "../status-badge.tsx";
import { VehicleDescription, VehicleExtras, VehicleFactsList } from "../vehicle-details.tsx";
import { historyLink, vehicleFacts } from "../vehicle-facts.ts";
import { dashboardAddress, vehicleLinks } from "../vehicle-links.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { VehicleGallery } from "./vehicle-gallery.tsx";

type VehicleParts = {
  /** The 'Solicitar Información' button with its dialog. */
  inquiry: (vehicle: Vehicle) => ReactNode;
  /** The vehicle's sale, reservation and figures. */
  deal: (vehicle: Vehicle) => ReactNode;
};

/** A vehicle for the people who manage it (docs/product/inventory.md). */
export function VehiclePage({ id, ...parts }: VehicleParts & { id: string }) {
  const { supabase, impersonatedUser } = useAuth();
  const { data, isPending, isFetching, refetch } = useQuery(vehicleQuery(supabase, id));
  if (data === null || (data && !belongsTo(impersonatedUser, data))) return <VehicleNotFound />;
  if (data) return <VehicleDetail vehicle={data} {...parts} />;
  return (
    <>
      <title>Vehículo | Vitrina</title>
      {isPending ? (
        <VehiclePageSkeleton />
      ) : (
        <EmptyState
          className="mt-8"
          drawing={<UnpluggedDrawing />}
          heading="h1"
          title={vehicleMessages.unexpectedLoad.title}
          description={vehicleMessages.unexpectedLoad.description}
          action={
            <Button loading={isFetching} onClick={() => refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
    </>
  );
}

/**
 * While impersonating, an administrator sees only that dealership's vehicles, though row security
 * allows all.
 */
function belongsTo(impersonated: Profile | null, { user_id }: Vehicle): boolean {
  if (!impersonated || impersonated.role === "admin") return true;
  return vehicleOwner(impersonated) === user_id;
}

function VehicleNotFound() {
  useEffect(() => toast({ ...vehicleMessages.notFound, variant: "destructive" }), []);
  return <Navigate to="/dashboard" replace />;
}

function VehicleDetail({ vehicle, inquiry, deal }: VehicleParts & { vehicle: Vehicle }) {
  const units = useUnits(vehicle.user_id);
  const today = useToday(vehicle.user_id);
  const title = vehicleTitle(vehicle);
  return (
    <>
      <title>{`${title} | Vitrina`}</title>
      <PageHeader
        backTo={dashboardAddress()}
        title={title}
        actions={
          <>
            <VehicleActions vehicle={vehicle} />
            {inquiry(vehicle)}
          </>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:gap-8">
        <VehicleGallery images={vehicle.images} title={title} />
        <div className="grid content-start gap-5">
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center gap-2">
              <StatusBadge
                status={vehicle.status}
                reserved={reservedUntil(vehicle.reserved_until, today)}
              />
              <PublishedBadge published={vehicle.published} />
              <span className="numeric flex items-center gap-1.5 text-muted-foreground text-sm">
                <Eye aria-hidden="true" className="size-4" />
                <span>
                  {`${formatInteger(vehicle.views, units)} ${vehicle.views === 1 ? "vista" : "vistas"}`}
                </span>
              </span>
            </div>
            <p className="font-bold text-headline">{formatPrice(vehicle.price, units.currency)}</p>
          </div>
          {deal(vehicle)}
          <VehicleFactsList facts={vehicleFacts(vehicle, units)} vin={vehicle.vin} />
          <VehicleExtras equipment={vehicle.equipment} history={historyLink(vehicle)} />
          <VehicleDescription text={vehicle.description} />
        </div>
      </div>
      <ShareAfterSave />
    </>
  );
}

function VehicleActions({ vehicle }: { vehicle: Vehicle }) {
  const changePublished = useChangePublished();
  const share = useShareVehicle({ ...vehicle, cover: vehicle.images[0] });
  const { id, published } = vehicle;
  const Icon = published ? EyeOff : Eye;
  return (
    <>
      <Button asChild variant="outline" className="flex-1">
        <Link to={vehicleLinks.edit(id)}>
          <Pencil aria-hidden="true" />
          Editar
        </Link>
      </Button>
      <Button variant="outline" className="flex-1" onClick={() => share()}>
        <Share2 aria-hidden="true" />
        Compartir
      </Button>
      <Button
        variant={published ? "outline" : "primary"}
        className="flex-1"
        disabled={changePublished.isPending}
        icon={<Icon aria-hidden="true" />}
        onClick={() => changePublished.mutate({ id, value: !published })}
      >
        {published ? "Ocultar" : "Publicar"}
      </Button>
    </>
  );
}

function VehiclePageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Cargando...</span>
      <div className="grid gap-4 py-6 sm:py-8">
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-8 w-64 max-w-full" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)] lg:gap-8">
        <Skeleton className="aspect-4/3 w-full sm:rounded-2xl" />
        <div className="grid content-start gap-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-10 w-44" />
          <Skeleton className="h-64 w-full" />
        </div>
      </div>
    </div>
  );
}
