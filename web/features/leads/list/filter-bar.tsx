import { useQuery } from "@tanstack/react-query";
import { LeadKind } from "#contract/customers/lead.ts";
import { sellersQuery } from "#web/api/sellers.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { FilterChoice } from "#web/ui/controls/filter-choice.tsx";
import { SearchBox } from "#web/ui/fields/search-box.tsx";
import { kindLabels } from "../messages.ts";
import type { LeadScope } from "../read-leads.ts";
import type { LeadFilter } from "./lead-filter.ts";

type FilterBarProps = {
  scope: LeadScope;
  filter: LeadFilter;
  typed: string;
  onType: (text: string) => void;
  onChange: (part: Partial<LeadFilter>) => void;
};

/** Search and kind filters; for a dealership with a team also the recipient. */
export function FilterBar({ scope, filter, typed, onType, onChange }: FilterBarProps) {
  return (
    <search className="flex flex-wrap gap-2">
      <SearchBox
        label="Buscar prospectos"
        placeholder="Nombre, teléfono, vehículo..."
        value={typed}
        onType={onType}
        className="w-full sm:w-auto sm:min-w-48 sm:flex-1"
      />
      <FilterChoice
        aria-label="Tipo"
        value={filter.kind ?? ""}
        onChange={(event) => onChange({ kind: readKind(event.target.value) })}
      >
        <option value="">Tipo: todos</option>
        {LeadKind.options.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </FilterChoice>
      {scope?.column === "dealership_id" && (
        <SellerSelect
          dealershipId={scope.id}
          seller={filter.seller}
          onChoose={(seller) => onChange({ seller })}
        />
      )}
    </search>
  );
}

function SellerSelect(props: {
  dealershipId: string;
  seller: string | null;
  onChoose: (seller: string | null) => void;
}) {
  const { supabase } = useAuth();
  const { data: sellers = [] } = useQuery(sellersQuery(supabase, props.dealershipId));
  if (sellers.length < 2 && !props.seller) return null;
  return (
    <FilterChoice
      aria-label="Vendedor"
      value={props.seller ?? ""}
      onChange={(event) => props.onChoose(event.target.value || null)}
    >
      <option value="">Vendedor: todos</option>
      {sellers.map(({ id, full_name }) => (
        <option key={id} value={id}>
          {full_name || "Sin nombre"}
        </option>
      ))}
    </FilterChoice>
  );
}

function readKind(value: string): LeadKind | null {
  return LeadKind.options.find((kind) => kind === value) ?? null;
}
