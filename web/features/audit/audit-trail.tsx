import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { ClearedTrayDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import {
  type AuditFilter,
  noAuditFilter,
  readAuditFilter,
  withAuditChoice,
  writeAuditFilter,
} from "./audit-filter.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { type AuditPerson, auditLogQuery, auditPeopleQuery } from "./audit-log.ts";
import { AuditRow } from "./audit-row.tsx";

const loadFailed = { title: "Error", description: "No se pudo cargar el registro de auditoría." };

/**
 * What admins did, in their own or in other people's names, narrowed by the filters in the address.
 */
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
        onChoose={(key, value) => change(withAuditChoice(filter, key, value))}
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
