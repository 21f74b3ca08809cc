import { ArrowDown, ArrowUp, Eye } from "lucide-react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import type { InventorySearch, SortKey } from "./inventory-search.ts";
import type { PlatformVehicle } from "./platform-vehicles.ts";

const heads: { sort: SortKey; label: string; right?: boolean }[] = [
  { sort: "vehiculo", label: "Vehículo" },
  { sort: "propietario", label: "Propietario" },
  { sort: "vin", label: "VIN" },
  { sort: "publicado", label: "Publicado" },
  { sort: "vistas", label: "Vistas", right: true },
];

type VehicleTableProps = {
  vehicles: PlatformVehicle[];
  search: InventorySearch;
  onSort: (sort: SortKey) => void;
};

/** The vehicles as a sortable table, from 768 px on. */
export function VehicleTable({ vehicles, search, onSort }: VehicleTableProps) {
  return (
    <table className="hidden w-full table-fixed text-left text-sm md:table">
      <caption className="sr-only">Vehículos de la plataforma</caption>
      <thead className="border-b bg-muted/60">
        <tr>
          {heads.map(({ sort, label, right }, index) => (
            <th
              key={sort}
              scope="col"
              aria-sort={ariaSort(sort, search)}
              className={classNames("p-0 font-medium", widths[index])}
            >
              <button
                type="button"
                onClick={() => onSort(sort)}
                className={classNames(
                  "flex h-11 w-full items-center gap-1.5 px-4 text-muted-foreground hover:text-foreground",
                  right && "justify-end",
                  sort === search.sort && "text-foreground",
                )}
              >
                <span>{label}</span>
                <SortMark shown={sort === search.sort} descending={search.descending} />
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {vehicles.map((vehicle) => (
          <tr key={vehicle.id} className="hover:bg-muted/40">
            <td className="px-4 py-2.5">
              <VehicleLink vehicle={vehicle} />
            </td>
            <td className="px-4 py-2.5">
              <p className="truncate">{vehicle.owner_name}</p>
              <p className="truncate text-muted-foreground text-xs">{vehicle.owner_email}</p>
            </td>
            <td className="truncate px-4 py-2.5 font-mono text-xs">{vehicle.vin ?? "N/A"}</td>
            <td className="px-4 py-2.5">
              <PublishedWord published={vehicle.published} />
            </td>
            <td className="numeric px-4 py-2.5 text-right">{formatNumber(vehicle.view_count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The vehicles as cards, for phones. */
export function VehicleCards({ vehicles }: { vehicles: PlatformVehicle[] }) {
  return (
    <ul aria-label="Vehículos de la plataforma" className="divide-y md:hidden">
      {vehicles.map((vehicle) => (
        <li key={vehicle.id} className="grid gap-1.5 px-4 py-3">
          <div className="flex items-start justify-between gap-3">
            <VehicleLink vehicle={vehicle} />
            <PublishedWord published={vehicle.published} spoken />
          </div>
          <p className="truncate text-muted-foreground text-xs">
            {[vehicle.owner_name, vehicle.owner_email].filter(Boolean).join(" · ")}
          </p>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-muted-foreground text-xs">
            <span>
              VIN <span className="font-mono text-foreground">{vehicle.vin ?? "N/A"}</span>
            </span>
            <span className="numeric inline-flex items-center gap-1">
              <Eye aria-hidden="true" className="size-3.5" />
              <span>{formatNumber(vehicle.view_count)}</span>
              <span className="sr-only">vistas</span>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

const widths = ["w-[30%]", "w-[28%]", "w-[20%]", "w-[12%]", "w-[10%]"];

function ariaSort(sort: SortKey, search: InventorySearch) {
  if (sort !== search.sort) return undefined;
  return search.descending ? "descending" : "ascending";
}

function SortMark({ shown, descending }: { shown: boolean; descending: boolean }) {
  if (!shown) return null;
  const Icon = descending ? ArrowDown : ArrowUp;
  return <Icon aria-hidden="true" className="size-3.5" />;
}

function VehicleLink({ vehicle }: { vehicle: PlatformVehicle }) {
  return (
    <Link
      to={`/vehicle/${vehicle.id}`}
      className="touch-target wrap-anywhere inline-block rounded-sm font-medium hover:underline"
    >
      <span>{`${vehicle.brand} ${vehicle.model} `}</span>
      <span className="numeric font-normal text-muted-foreground">{vehicle.year}</span>
    </Link>
  );
}

function PublishedWord({ published, spoken }: { published: boolean; spoken?: boolean }) {
  return (
    <Badge variant={published ? "success" : "neutral"}>
      {spoken && <span>Publicado: </span>}
      <span>{published ? "Sí" : "No"}</span>
    </Badge>
  );
}
