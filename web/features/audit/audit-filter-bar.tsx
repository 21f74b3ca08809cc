import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { type AuditFilter, NOBODY, writeAuditFilter } from "./audit-filter.ts";
import { type AuditPerson, personName } from "./audit-log.ts";

type AuditFilterBarProps = {
  filter: AuditFilter;
  people: AuditPerson[];
  onChoose: (key: keyof AuditFilter, value: string) => void;
  onClear: () => void;
};

/** Who acted, in whose name, what, and between which days. */
export function AuditFilterBar({ filter, people, onChoose, onClear }: AuditFilterBarProps) {
  const actors = people.filter(({ is_actor }) => is_actor);
  const impersonated = people.filter(({ is_impersonated }) => is_impersonated);
  return (
    <search className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))_10.5rem_10.5rem_auto]">
      <Field label="Administrador" className="col-span-2 sm:col-span-1">
        <Select value={filter.actor} onChange={(event) => onChoose("actor", event.target.value)}>
          <option value="">Todos</option>
          <PersonOptions people={actors} chosen={filter.actor} />
        </Select>
      </Field>
      <Field label="Cuenta administrada" className="col-span-2 sm:col-span-1">
        <Select
          value={filter.impersonated}
          onChange={(event) => onChoose("impersonated", event.target.value)}
        >
          <option value="">Todas</option>
          <option value={NOBODY}>Ninguna: en su propio nombre</option>
          <PersonOptions
            people={impersonated}
            chosen={filter.impersonated === NOBODY ? "" : filter.impersonated}
          />
        </Select>
      </Field>
      <Field label="Acción" className="col-span-2 lg:col-span-1">
        <Select value={filter.action} onChange={(event) => onChoose("action", event.target.value)}>
          <option value="">Todas</option>
          <option value="insert">Creó</option>
          <option value="update">Cambió</option>
          <option value="delete">Eliminó</option>
        </Select>
      </Field>
      <Field label="Desde">
        <Input
          type="date"
          value={filter.from}
          max={filter.until || undefined}
          onChange={(event) => onChoose("from", event.target.value)}
        />
      </Field>
      <Field label="Hasta">
        <Input
          type="date"
          value={filter.until}
          min={filter.from || undefined}
          onChange={(event) => onChoose("until", event.target.value)}
        />
      </Field>
      <Button
        variant="outline"
        className="col-span-2 lg:col-span-1"
        disabled={writeAuditFilter(filter).size === 0}
        onClick={onClear}
      >
        Quitar filtros
      </Button>
    </search>
  );
}

/**
 * The people to choose from; whoever is chosen already is among them, even before the others are
 * loaded.
 */
function PersonOptions({ people, chosen }: { people: AuditPerson[]; chosen: string }) {
  const ids = people.map(({ id }) => id);
  if (chosen && !ids.includes(chosen)) ids.push(chosen);
  return ids.map((id) => (
    <option key={id} value={id}>
      {personName(people, id)}
    </option>
  ));
}
