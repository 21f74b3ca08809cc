import { AccountRole } from "#contract/create-user.ts";
import { SearchBox } from "#web/ui/controls/search-box.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { roleLabel } from "../role-label.ts";
import { type AccountFilter, readAccountFilter } from "./account-filter.ts";

type AccountFilterBarProps = {
  filter: AccountFilter;
  typed: string;
  onType: (text: string) => void;
  onChange: (part: Partial<AccountFilter>) => void;
};

/** Search, role and state over the list of accounts. */
export function AccountFilterBar({ filter, typed, onType, onChange }: AccountFilterBarProps) {
  return (
    <search className="grid grid-cols-2 gap-2 p-4 pt-0 sm:px-5 md:grid-cols-[minmax(0,1fr)_11rem_13rem]">
      <SearchBox
        label="Buscar cuentas"
        placeholder="Nombre, correo o teléfono..."
        value={typed}
        onType={onType}
        className="col-span-2 md:col-span-1"
      />
      <Select
        aria-label="Rol"
        value={filter.role}
        onChange={(event) => onChange({ role: readOption("rol", event.target.value).role })}
      >
        <option value="">Rol: todos</option>
        {AccountRole.options.map((role) => (
          <option key={role} value={role}>
            {roleLabel(role)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Estado"
        value={filter.state}
        onChange={(event) => onChange({ state: readOption("estado", event.target.value).state })}
      >
        <option value="">Estado: todos</option>
        <option value="activo">Activo</option>
        <option value="inactivo">Inactivo</option>
        <option value="pendiente">Solicitud pendiente</option>
      </Select>
    </search>
  );
}

/** What was picked, read as the address would give it. */
function readOption(name: string, value: string): AccountFilter {
  return readAccountFilter(new URLSearchParams({ [name]: value }));
}
