import { BarChart3 } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { zoneHere } from "#contract/dealership-day.ts";
import { formatInteger } from "#contract/units.ts";
import { Distance } from "#web/session/dealership/money.tsx";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useActiveUser } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import { daysColor, daysInStock } from "../days-in-stock.ts";
import type { InventoryVehicle } from "../queries.ts";
import { vehicleLinks } from "../vehicle-links.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { EditablePrice } from "./editable-price.tsx";
import { PublishedToggle, StatusToggle } from "./toggle-badges.tsx";
import { VehicleCardMenu } from "./vehicle-card-menu.tsx";

const SIZES = "(min-width: 1280px) 290px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, 110px";
/** Cards after this one are not delayed further. */
const MAX_STAGGERED = 12;
const STAGGER_MILLISECONDS = 50;

type VehicleCardProps = {
  vehicle: InventoryVehicle;
  index: number;
  selected: boolean;
  onSelect: (id: string, selected: boolean) => void;
  onDelete: (vehicle: InventoryVehicle) => void;
};

/**
 * A vehicle in the inventory: on phones a row that shows only exceptions, from 640 px on a card. A
 * press opens the vehicle. On phones each control has half the row's height and nothing covers the
 * photo. Memoized, because there may be hundreds.
 */
export const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { vehicle, index, selected, onSelect, onDelete } = props;
  const title = vehicleTitle(vehicle);
  const units = useUnits();
  return (
    <li
      style={{ animationDelay: `${Math.min(index, MAX_STAGGERED) * STAGGER_MILLISECONDS}ms` }}
      className="-m-1.5 animate-rise p-1.5 [contain-intrinsic-size:auto_5.25rem] [content-visibility:auto] sm:-m-2 sm:p-2 sm:[contain-intrinsic-size:auto_25rem]"
    >
      <article
        className={classNames(
          "group relative grid h-full overflow-hidden rounded-xl border bg-card shadow-card transition-[box-shadow,border-color] duration-200 hover:shadow-raised",
          "max-sm:min-h-21 max-sm:[&_button]:-outline-offset-2 max-sm:grid-cols-[auto_minmax(0,1fr)_min(2.75rem,18vw)] max-sm:grid-rows-[minmax(2.5rem,auto)_minmax(2.5rem,1fr)]",
          "sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-rows-[auto_auto_auto_1fr]",
          "focus-within:border-ring has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ring has-[h2_a:focus-visible]:outline-offset-2",
          selected && "border-primary ring-1 ring-primary",
        )}
      >
        <Photo vehicle={vehicle} eager={index < 4} />
        <div className="relative z-10 grid place-items-center max-sm:col-start-3 max-sm:row-start-2 sm:col-start-1 sm:row-start-1 sm:m-2 sm:size-9 sm:rounded-lg sm:bg-card/85 sm:shadow-xs sm:backdrop-blur-sm">
          <Checkbox
            checked={selected}
            onCheckedChange={(checked) => onSelect(vehicle.id, checked)}
            aria-label={`Seleccionar ${title}`}
            className="max-sm:static max-sm:after:size-full"
          />
        </div>
        <div className="min-w-0 max-sm:col-start-2 max-sm:row-start-1 max-sm:pt-0.5 max-sm:pl-2.5 sm:row-start-2 sm:grid sm:gap-1 sm:pt-4 sm:pl-4">
          <h2 className="font-semibold leading-snug max-sm:text-sm max-sm:leading-6">
            <Link
              to={vehicleLinks.detail(vehicle.id)}
              className="line-clamp-1 wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none sm:line-clamp-2"
            >
              {`${vehicle.brand} ${vehicle.model}`}
            </Link>
          </h2>
          <p className="numeric truncate text-muted-foreground text-xs sm:text-sm">
            <span>{vehicle.year}</span>
            {vehicle.mileage !== null && (
              <span>
                {" · "}
                <Distance distance={vehicle.mileage} dealershipId={vehicle.user_id} />
              </span>
            )}
            {vehicle.status !== "Vendido" && <DaysInStock vehicle={vehicle} />}
          </p>
        </div>
        <div className="relative z-10 max-sm:col-start-3 max-sm:row-start-1 sm:row-start-2 sm:mt-2.5 sm:mr-2.5 sm:justify-self-end">
          <VehicleCardMenu
            vehicle={vehicle}
            title={title}
            onDelete={() => onDelete(vehicle)}
            className="max-sm:size-full"
          />
        </div>
        <div className="max-sm:col-start-2 max-sm:row-start-2 max-sm:flex max-sm:flex-wrap max-sm:pl-2.5 sm:contents">
          <div className="flex min-w-0 max-sm:min-h-10 max-sm:grow sm:col-span-2 sm:row-start-3 sm:h-8 sm:px-4 sm:pt-1">
            <EditablePrice vehicle={vehicle} title={title} look="card" />
          </div>
          <div className="max-sm:flex sm:contents">
            <StatusToggle vehicle={vehicle} title={title} />
            <PublishedToggle vehicle={vehicle} title={title} />
          </div>
        </div>
        <span className="numeric flex items-center gap-1 self-end justify-self-end text-muted-foreground text-xs max-sm:hidden sm:row-start-4 sm:pr-4 sm:pb-5">
          <BarChart3 aria-hidden="true" className="size-3.5" />
          <span>
            {`${formatInteger(vehicle.views, units)} ${vehicle.views === 1 ? "vista" : "vistas"}`}
          </span>
        </span>
      </article>
    </li>
  );
});

/** The first photo, uncropped; a phone's row states a missing photo below the placeholder. */
function Photo({ vehicle, eager }: { vehicle: InventoryVehicle; eager: boolean }) {
  const { cover, status } = vehicle;
  return (
    <div className="relative flex items-end overflow-hidden max-sm:row-span-2 max-sm:w-[min(30vw,clamp(4.75rem,56vw-6.5rem,6.875rem))] sm:aspect-4/3 sm:col-span-2 sm:col-start-1 sm:row-start-1">
      <VehicleThumbnail
        photo={cover ?? undefined}
        sizes={SIZES}
        alt=""
        eager={eager}
        className={classNames(
          "absolute inset-x-0 top-0 w-full sm:h-full",
          cover === null ? "h-[calc(100%-1.25rem)]" : "h-full",
          status === "Vendido" && "opacity-70 saturate-50",
        )}
      />
      {cover === null && (
        <span className="relative w-full bg-warning-soft py-0.5 text-center font-semibold text-warning-ink text-xs sm:hidden">
          Sin fotos
        </span>
      )}
    </div>
  );
}

/**
 * Days on the lot; for a salesperson without access to the purchase date, days since it was added.
 */
function DaysInStock({ vehicle }: { vehicle: InventoryVehicle }) {
  const isSinceAdded = useActiveUser().role === "vendedor" && vehicle.acquired_on === undefined;
  const days = daysInStock(vehicle, zoneHere(useUnits(vehicle.user_id)));
  const count = days === 0 ? "hoy" : `${days} ${days === 1 ? "día" : "días"}`;
  const label = isSinceAdded && days > 0 ? `hace ${count}` : count;
  return (
    <span>
      {" · "}
      <span className={daysColor(days, vehicle)}>
        {isSinceAdded && <span className="max-sm:sr-only">añadido </span>}
        <span>{label}</span>
      </span>
    </span>
  );
}
