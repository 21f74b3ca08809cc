import { useQuery } from "@tanstack/react-query";
import { ArrowDownUp, Car, CircleCheck, Eye, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatInteger } from "#contract/units.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { displayName, type Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { StatCard } from "#web/ui/frame/card.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LostRoadDrawing, UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { dashboardMessages } from "../messages.ts";
import { type InventoryVehicle, inventoryQuery, teamSizeQuery } from "../queries.ts";
import { ShareAfterSave } from "../share/share-after-save.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Inventory } from "./inventory.tsx";
import { AddVehicleLink } from "./vehicle-filter-bar.tsx";

/** The lower bar already shows the title, so that more vehicles fit on a phone. */
const hiddenOnPhones = "max-sm:sr-only";

type DealershipDashboardProps = {
  dealership: Profile;
  /** Hides the first steps for the account. */
  hideSteps: { act: () => void; pending: boolean };
  /** Shown above the first steps if something is more urgent. */
  notice?: ReactNode;
};

/** The dealership's dashboard: figures, filters, vehicles, and a link to add one. */
export function DealershipDashboard(props: DealershipDashboardProps) {
  const { dealership, hideSteps, notice } = props;
  const { supabase } = useAuth();
  const vehicles = useQuery(inventoryQuery(supabase, dealership.id));
  const teamSize = useQuery(teamSizeQuery(supabase, dealership.id));
  const mayAdd = dealership.config?.features?.canAddVehicles !== false;
  return (
    <>
      <PageHeader
        className={hiddenOnPhones}
        title="Mi inventario"
        description={dealership.config?.profile?.name || displayName(dealership)}
        actions={<TransferLink />}
      />
      <div className="grid gap-1.5 max-sm:pt-1.5 sm:gap-6">
        <InventoryStats
          vehicles={vehicles.data}
          totalLabel="Total de Vehículos"
          withTeam
          teamSize={teamSize.data}
        />
        {notice ??
          (vehicles.data && (
            <FirstSteps
              dealership={dealership}
              vehicles={vehicles.data}
              onHide={hideSteps.act}
              hiding={hideSteps.pending}
            />
          ))}
        <Inventory
          ownerId={dealership.id}
          action={mayAdd && <AddVehicleLink className="max-sm:hidden" />}
          empty={{ title: dashboardMessages.emptyOwn, action: mayAdd && <AddVehicleLink /> }}
        />
      </div>
      <ShareAfterSave />
    </>
  );
}

/**
 * The salesperson's dashboard: the dealership's vehicles, or a message without a dealership.
 * `notice` is shown on top.
 */
export function SalespersonDashboard(props: { salesperson: Profile; notice: ReactNode }) {
  const dealershipId = props.salesperson.dealership_id;
  return (
    <>
      <PageHeader
        className={hiddenOnPhones}
        title="Inventario del concesionario"
        actions={dealershipId && <TransferLink />}
      />
      {props.notice}
      {dealershipId ? (
        <DealershipInventory dealershipId={dealershipId} />
      ) : (
        <EmptyState
          drawing={<LostRoadDrawing />}
          title={dashboardMessages.noDealershipTitle}
          description={dashboardMessages.noDealership}
        />
      )}
    </>
  );
}

/** Link to import and export; phones have it under 'Más'. */
function TransferLink() {
  return (
    <Button asChild variant="ghost" className="max-sm:hidden">
      <Link to="/inventory/transfer">
        <ArrowDownUp aria-hidden="true" />
        Importar y exportar
      </Link>
    </Button>
  );
}

function DealershipInventory({ dealershipId }: { dealershipId: string }) {
  const { supabase } = useAuth();
  const vehicles = useQuery(inventoryQuery(supabase, dealershipId));
  return (
    <div className="grid gap-1.5 max-sm:pt-1.5 sm:gap-6">
      <InventoryStats vehicles={vehicles.data} totalLabel="Vehículos del Concesionario" />
      <Inventory ownerId={dealershipId} empty={{ title: dashboardMessages.emptyDealership }} />
      <ShareAfterSave />
    </div>
  );
}

/** Dashboard for an unknown role (docs/product/inventory.md). */
export function UnknownRole() {
  const { unknownRole, contactSupport } = dashboardMessages;
  return (
    <EmptyState
      className="mt-8"
      drawing={<LostRoadDrawing />}
      heading="h1"
      title={unknownRole}
      description={contactSupport}
    />
  );
}

/** Replaces private pages if the profile, and therefore the role, could not be loaded. */
export function ProfileLoadFailed() {
  const { unknownRole, contactSupport, profileUnread, retry } = dashboardMessages;
  return (
    <EmptyState
      className="mt-8"
      drawing={<UnpluggedDrawing />}
      heading="h1"
      title={unknownRole}
      description={`${profileUnread} ${contactSupport}`}
      action={<Button onClick={() => window.location.reload()}>{retry}</Button>}
    />
  );
}

/** Keeps the figures small on phones. */
const singleLine = "justify-between max-sm:gap-0 max-sm:py-1 max-[23.5rem]:px-1.5";

type InventoryStatsProps = {
  vehicles: InventoryVehicle[] | undefined;
  /** Label of the first card. */
  totalLabel: string;
  /** Omitted for people without access to the team; null while loading or after an error. */
  teamSize?: number | null | undefined;
  withTeam?: boolean;
};

/** Total, available and views; for a dealership also the team size. */
function InventoryStats({ vehicles, totalLabel, teamSize, withTeam }: InventoryStatsProps) {
  const units = useUnits();
  const figure = (value: number | undefined): ReactNode =>
    value === undefined ? <PendingFigure /> : formatInteger(value, units);
  const available = vehicles?.filter(({ status }) => status === "Disponible").length;
  const views = vehicles?.reduce((sum, vehicle) => sum + vehicle.views, 0);
  return (
    <div className="@container">
      <div
        className={classNames(
          "grid gap-1.5 sm:gap-3",
          withTeam
            ? "grid-cols-2 max-sm:@min-[20.5rem]:grid-cols-4 lg:grid-cols-4"
            : "@min-[16rem]:grid-cols-3",
        )}
      >
        <StatCard
          className={singleLine}
          label={totalLabel}
          value={figure(vehicles?.length)}
          icon={<Car />}
        />
        <StatCard
          className={singleLine}
          label="Disponibles"
          value={figure(available)}
          icon={<CircleCheck />}
        />
        <StatCard
          className={singleLine}
          label="Vistas Totales"
          value={figure(views)}
          icon={<Eye />}
        />
        {withTeam && (
          <StatCard
            className={singleLine}
            label={
              <Link
                to="/team"
                className="-my-1 inline-block py-1 after:absolute after:inset-0 after:rounded-xl"
              >
                Miembros del Equipo
              </Link>
            }
            value={figure(teamSize ?? undefined)}
            icon={<Users />}
          />
        )}
      </div>
    </div>
  );
}

function PendingFigure() {
  return <Skeleton className="h-5 w-10 sm:h-[1.625rem] sm:w-14" />;
}
