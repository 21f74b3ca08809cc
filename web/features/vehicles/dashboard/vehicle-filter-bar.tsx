import { Plus, Share2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/input.tsx";
import { SearchBox } from "#web/ui/controls/search-box.tsx";
import { dashboardMessages } from "../messages.ts";
import type { VehicleFilter } from "./filter-vehicles.ts";

type VehicleFilterBarProps = {
  filter: VehicleFilter;
  brands: string[];
  onChange: (part: Partial<VehicleFilter>) => void;
  /** What stands at its right end. */
  actions: ReactNode;
};

/** Search, status and brand over the inventory (product section 2, Dashboard). */
export function VehicleFilterBar({ filter, brands, onChange, actions }: VehicleFilterBarProps) {
  return (
    <search className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      <SearchBox
        label="Buscar"
        placeholder={dashboardMessages.searchPlaceholder}
        value={filter.text}
        onType={(text) => onChange({ text })}
        className="col-span-2 sm:min-w-64 sm:flex-1"
      />
      <div className="sm:w-40">
        <Select
          aria-label="Estado"
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value })}
        >
          <option value="">Estado: todos</option>
          <option value="Disponible">Disponible</option>
          <option value="Vendido">Vendido</option>
        </Select>
      </div>
      <div className="sm:w-40">
        <Select
          aria-label="Marca"
          value={filter.brand}
          onChange={(event) => onChange({ brand: event.target.value })}
        >
          <option value="">Marca: todas</option>
          {brands.map((brand) => (
            <option key={brand}>{brand}</option>
          ))}
        </Select>
      </div>
      {actions}
    </search>
  );
}

/** With vehicles selected: share and clear; on phones in reach of the thumb. */
export function SelectionActions(props: {
  count: number;
  onShare: () => void;
  onClear: () => void;
}) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex gap-2 border-t bg-card/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-overlay backdrop-blur sm:static sm:border-0 sm:bg-transparent sm:p-0 sm:shadow-none sm:backdrop-blur-none">
      <Button className="flex-1" onClick={props.onShare}>
        <Share2 aria-hidden="true" />
        Compartir ({props.count})
      </Button>
      <Button variant="outline" size="icon" aria-label="Limpiar selección" onClick={props.onClear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The way to a new vehicle. */
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
