import { Eye, Plus, Share2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { makeKey } from "#contract/make-names.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { SearchBox } from "#web/ui/fields/search-box.tsx";
import { dashboardMessages } from "../messages.ts";
import { FilterSelect } from "./filter-select.tsx";
import type { VehicleFilter } from "./filter-vehicles.ts";

type VehicleFilterBarProps = {
  filter: VehicleFilter;
  brands: string[];
  onChange: (part: Partial<VehicleFilter>) => void;
  /** Shown at the right end. */
  actions: ReactNode;
};

/**
 * Search, status and brand filters of the inventory (docs/product/inventory.md). On phones its
 * parts join the surrounding row.
 */
export function VehicleFilterBar({ filter, brands, onChange, actions }: VehicleFilterBarProps) {
  // The URL may spell the make differently.
  const brand = brands.find((one) => makeKey(one) === makeKey(filter.brand)) ?? filter.brand;
  return (
    <search className="max-sm:contents sm:flex sm:flex-wrap sm:items-center sm:gap-2">
      <SearchBox
        label="Buscar"
        placeholder={dashboardMessages.searchPlaceholder}
        value={filter.text}
        onType={(text) => onChange({ text })}
        className="max-sm:basis-full sm:min-w-64 sm:flex-1"
      />
      <FilterSelect
        label="Estado"
        value={filter.status}
        shown={filter.status || "Estado"}
        onChoose={(status) => onChange({ status })}
        className={classNames(quietOnPhones, "max-sm:-ml-2")}
      >
        <option value="">Estado: todos</option>
        <option value="Disponible">Disponible</option>
        <option value="Vendido">Vendido</option>
      </FilterSelect>
      <FilterSelect
        label="Marca"
        value={brand}
        shown={brand || "Marca"}
        onChoose={(chosen) => onChange({ brand: chosen })}
        className={quietOnPhones}
      >
        <option value="">Marca: todas</option>
        {brands.map((brand) => (
          <option key={brand}>{brand}</option>
        ))}
      </FilterSelect>
      {actions}
    </search>
  );
}

const quietOnPhones =
  "max-sm:h-9 sm:w-40 sm:justify-between sm:border sm:border-input sm:bg-card sm:px-3.5 sm:font-normal sm:text-[0.9375rem] sm:shadow-xs sm:hover:border-foreground/50";

/** Actions on selected vehicles: share, publish, clear; within thumb reach on phones. */
export function SelectionActions(props: {
  selectedCount: number;
  hiddenCount: number;
  onShare: () => void;
  onPublish: () => void;
  onClear: () => void;
}) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-t bg-card/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-overlay backdrop-blur sm:static sm:border-0 sm:bg-transparent sm:p-0 sm:shadow-none sm:backdrop-blur-none">
      <Button className="flex-1" onClick={props.onShare}>
        <Share2 aria-hidden="true" />
        <span>{`Compartir (${props.selectedCount})`}</span>
      </Button>
      {props.hiddenCount > 0 && (
        <Button variant="outline" className="flex-1" onClick={props.onPublish}>
          <Eye aria-hidden="true" />
          <span>{`Publicar (${props.hiddenCount})`}</span>
        </Button>
      )}
      <Button variant="outline" size="icon" aria-label="Limpiar selección" onClick={props.onClear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

export function AddVehicleLink({ className }: { className?: string }) {
  return (
    <Button asChild className={className}>
      <Link to="/add-vehicle">
        <Plus aria-hidden="true" />
        Añadir Vehículo
      </Link>
    </Button>
  );
}
