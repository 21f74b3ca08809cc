import { ArrowDownUp } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { SearchBox } from "#web/ui/controls/search-box.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { type InventorySearch, readInventorySearch, type SortKey } from "./inventory-search.ts";

type SearchBarProps = {
  typed: string;
  onType: (text: string) => void;
  search: InventorySearch;
  onSort: (sort: SortKey) => void;
};

/** The search box; where the table is cards, also the order. */
export function SearchBar({ typed, onType, search, onSort }: SearchBarProps) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <SearchBox
        label="Buscar vehículos"
        placeholder="Marca, modelo, VIN o propietario..."
        value={typed}
        onType={onType}
        className="col-span-2 md:max-w-md"
      />
      <div className="md:hidden">
        <Select
          aria-label="Ordenar por"
          value={search.sort}
          onChange={(event) => onSort(readSort(event.target.value))}
        >
          <option value="reciente">Más recientes</option>
          <option value="vehiculo">Vehículo</option>
          <option value="propietario">Propietario</option>
          <option value="vin">VIN</option>
          <option value="publicado">Publicado</option>
          <option value="vistas">Vistas</option>
        </Select>
      </div>
      <Button
        variant="outline"
        size="icon"
        className="md:hidden"
        aria-label={
          search.descending ? "Orden descendente, invertir" : "Orden ascendente, invertir"
        }
        onClick={() => onSort(search.sort)}
      >
        <ArrowDownUp aria-hidden="true" />
      </Button>
    </search>
  );
}

function readSort(value: string): SortKey {
  return readInventorySearch(new URLSearchParams({ orden: value })).sort;
}
