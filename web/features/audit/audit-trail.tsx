import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useRestoredPages } from "#web/ui/controls/use-shown-count.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input, Select } from "#web/ui/fields/input.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { ClearedTrayDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import {
  type AuditFilter,
  NOT_IMPERSONATED,
  noAuditFilter,
  readAuditFilter,
  withFilterValue,
  writeAuditFilter,
} from "./audit-filter.ts";
import { type AuditPerson, auditLogQuery, auditPeopleQuery, personName } from "./audit-log.ts";
import { AuditRow } from "./audit-row.tsx";

const loadFailed = { title: "Error", description: "No se pudo cargar el registro de auditoría." };

/** Writes by administrators, with or without impersonation, filtered by the URL. */
export function AuditTrail() {
  const { supabase } = useAuth();
  const [parameters, setParameters] = useSearchParams();
  const filter = readAuditFilter(parameters);
  const { data: people = [] } = useQuery(auditPeopleQuery(supabase));
  const change = (next: AuditFilter) =>
    setParameters(writeAuditFilter(next), { replace: true, preventScrollReset: true });
  const clear = () => change(noAuditFilter);
  return (
    <div className="grid gap-4 sm:gap-5">
      <AuditFilterBar
        filter={filter}
        people={people}
        onChoose={(key, value) => change(withFilterValue(filter, key, value))}
        onClear={clear}
      />
      <Entries filter={filter} people={people} onClear={clear} />
    </div>
  );
}

type EntriesProps = { filter: AuditFilter; people: AuditPerson[]; onClear: () => void };

function Entries({ filter, people, onClear }: EntriesProps) {
  const { supabase } = useAuth();
  const log = useInfiniteQuery(auditLogQuery(supabase, filter));
  useRestoredPages(log);
  const { isError, hasNextPage, isFetching, isFetchingNextPage } = log;
  useEffect(() => {
    if (isError) toast({ ...loadFailed, variant: "destructive" });
  }, [isError]);
  if (!log.data) {
    if (!isError) return <LoadingEntries />;
    return (
      <EmptyState
        drawing={<UnpluggedDrawing />}
        title={loadFailed.description}
        action={
          <Button loading={isFetching} onClick={() => log.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  const entries = log.data.pages.flat();
  if (entries.length === 0) return <NoEntries filter={filter} onClear={onClear} />;
  return (
    <Card className="overflow-hidden">
      <ol className="divide-y">
        {entries.map((entry) => (
          <li key={entry.id}>
            <AuditRow entry={entry} people={people} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="grid place-items-center border-t p-3">
          <Button
            variant="outline"
            loading={isFetchingNextPage}
            onClick={() => log.fetchNextPage()}
          >
            Cargar más
          </Button>
        </div>
      )}
    </Card>
  );
}

function NoEntries({ filter, onClear }: Pick<EntriesProps, "filter" | "onClear">) {
  if (writeAuditFilter(filter).size === 0) {
    return (
      <EmptyState
        drawing={<ClearedTrayDrawing />}
        title="Todavía no hay registros"
        description="Aquí queda cada cambio de un administrador, en su propio nombre o en el de otra cuenta."
      />
    );
  }
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title="Ningún registro coincide"
      description="Prueba con otras fechas o quita los filtros."
      action={
        <Button variant="outline" onClick={onClear}>
          Quitar filtros
        </Button>
      }
    />
  );
}

function LoadingEntries() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-xl border">
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="h-14 rounded-none" />
      ))}
    </div>
  );
}

type AuditFilterBarProps = {
  filter: AuditFilter;
  people: AuditPerson[];
  onChoose: (key: keyof AuditFilter, value: string) => void;
  onClear: () => void;
};

/** Filters by actor, impersonated account, action and days. */
function AuditFilterBar({ filter, people, onChoose, onClear }: AuditFilterBarProps) {
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
          <option value={NOT_IMPERSONATED}>Ninguna: en su propio nombre</option>
          <PersonOptions
            people={impersonated}
            chosen={filter.impersonated === NOT_IMPERSONATED ? "" : filter.impersonated}
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

/** Options for people; includes the selected one before the list has loaded. */
function PersonOptions({ people, chosen }: { people: AuditPerson[]; chosen: string }) {
  const ids = people.map(({ id }) => id);
  if (chosen && !ids.includes(chosen)) ids.push(chosen);
  return ids.map((id) => (
    <option key={id} value={id}>
      {personName(people, id)}
    </option>
  ));
}
