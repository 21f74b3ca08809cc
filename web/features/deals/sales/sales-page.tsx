import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { failureNotice } from "#web/api/failure-notice.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { Money } from "#web/session/dealership/money.tsx";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useRestoredPages } from "#web/ui/controls/use-shown-count.ts";
import { Select } from "#web/ui/fields/input.tsx";
import { Card, CardHeader, StatCard } from "#web/ui/frame/card.tsx";
import { CsvButton, DataTable, SaveTableButton, saveTable } from "#web/ui/frame/data-table.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { figureAccessQuery } from "../deal-queries.ts";
import { salesMessages } from "../messages.ts";
import { PERIOD, PERIODS, type Period, readPeriod } from "./period.ts";
import {
  monthColumns,
  monthFileColumns,
  saleColumns,
  saleFileColumns,
  sellerColumns,
  sellerFileColumns,
} from "./sales-columns.tsx";
import {
  readAllSales,
  type SalesMonth,
  type SalesScope,
  salesMonthsQuery,
  salesQuery,
  sellerBoardQuery,
} from "./sales-queries.ts";

/**
 * /sales: a dealership's sales by month, sale and seller. Redirects to the inventory without access
 * to figures.
 */
export function SalesPage() {
  const { supabase } = useAuth();
  const person = useActiveUser().id;
  const figureAccess = useQuery(figureAccessQuery(supabase, person));
  const [parameters, setParameters] = useSearchParams();
  const period = readPeriod(parameters, useToday());
  if (figureAccess.data === false) return <Navigate to="/dashboard" replace />;
  return (
    <>
      <PageHeader
        title="Ventas"
        description={salesMessages.page}
        actions={
          <PeriodSelect
            period={period}
            onChoose={(key) =>
              setParameters(key === PERIODS[0]?.key ? {} : { [PERIOD]: key }, {
                preventScrollReset: true,
              })
            }
          />
        }
      />
      {figureAccess.isError ? (
        <SalesFailed query={figureAccess} />
      ) : figureAccess.data ? (
        <Figures scope={{ supabase, person, period }} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function PeriodSelect(props: { period: Period; onChoose: (key: string) => void }) {
  const { period, onChoose } = props;
  const isListed = PERIODS.some(({ key }) => key === period.key);
  return (
    <div className="w-full sm:w-60">
      <Select
        aria-label="Periodo"
        value={period.key}
        onChange={(event) => onChoose(event.target.value)}
      >
        {[...(isListed ? [] : [period]), ...PERIODS].map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Figures({ scope }: { scope: SalesScope }) {
  const query = useQuery(salesMonthsQuery(scope));
  const months = query.data;
  if (query.isError && !months) return <SalesFailed query={query} />;
  if (!months) return <Loading />;
  return (
    <div className="grid gap-4">
      {months.length === 0 ? (
        <EmptyState drawing={<NothingFoundDrawing />} {...salesMessages.none} />
      ) : (
        <>
          <Totals months={months} />
          <Months months={months} />
        </>
      )}
      <SellerBoard scope={scope} />
      {months.length > 0 && <Sales scope={scope} />}
    </div>
  );
}

type CoverageColumn = "sold" | "sold_with_price" | "sold_with_margin" | "sold_with_days";

function Totals({ months }: { months: SalesMonth[] }) {
  const sum = (of: CoverageColumn | "revenue" | "margin" | "days_in_all") =>
    months.reduce((total, month) => total + (month[of] ?? 0), 0);
  const sold = sum("sold");
  const known = (of: CoverageColumn, amount: number) => (sum(of) === 0 ? null : amount);
  const hint = (of: CoverageColumn, usual: string) =>
    sum(of) < sold ? salesMessages.knownOf(sum(of), sold) : usual;
  const days = known("sold_with_days", sum("days_in_all") / sum("sold_with_days"));
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Vehículos vendidos" value={sold} hint="En este periodo." />
      <StatCard
        label="Ingresos"
        value={<Money amount={known("sold_with_price", sum("revenue"))} />}
        hint={hint("sold_with_price", "De todas las ventas.")}
      />
      <StatCard
        label="Margen"
        value={<Money amount={known("sold_with_margin", sum("margin"))} />}
        hint={hint("sold_with_margin", "De todas las ventas.")}
      />
      <StatCard
        label="Días para vender"
        value={days === null ? "–" : Math.round(days)}
        hint={hint("sold_with_days", "En promedio.")}
      />
    </div>
  );
}

function Months({ months }: { months: SalesMonth[] }) {
  const Chart = useMonthChart();
  const { currency } = useUnits();
  const newestFirst = [...months].reverse();
  const today = useToday();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Por mes"
        action={
          <SaveTableButton
            name="ventas-por-mes"
            of="las ventas por mes"
            columns={monthFileColumns}
            rows={newestFirst}
            currency={currency}
            today={today}
          />
        }
      />
      <div className="grid lg:auto-cols-[minmax(0,1fr)] lg:grid-flow-col lg:items-start">
        {months.length > 1 && (
          <div className="px-2 pb-4 sm:px-4">
            {Chart ? <Chart months={months} /> : <div className="h-72" />}
          </div>
        )}
        <DataTable
          caption="Ventas por mes"
          columns={monthColumns}
          rows={newestFirst}
          keyOf={({ month }) => month}
        />
      </div>
    </Card>
  );
}

/** The chart once its module is loaded; without it the table has all the data. */
function useMonthChart(): ComponentType<{ months: SalesMonth[] }> | null {
  const [chart, setChart] = useState<ComponentType<{ months: SalesMonth[] }> | null>(null);
  useEffect(() => {
    import("./month-chart.tsx").then(
      ({ MonthChart }) => setChart(() => MonthChart),
      () => undefined,
    );
  }, []);
  return chart;
}

function SellerBoard({ scope }: { scope: SalesScope }) {
  const { currency } = useUnits();
  const today = useToday();
  const query = useQuery(sellerBoardQuery(scope));
  const sellers = query.data;
  if (query.isError && !sellers) return <SalesFailed query={query} />;
  if (!sellers) return <Skeleton className="h-48 rounded-xl" />;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Por vendedor"
        description={salesMessages.board}
        action={
          <SaveTableButton
            name="ventas-por-vendedor"
            of="las ventas por vendedor"
            columns={sellerFileColumns}
            rows={sellers}
            currency={currency}
            today={today}
          />
        }
      />
      <DataTable
        caption="Ventas por vendedor"
        columns={sellerColumns}
        rows={sellers}
        keyOf={({ seller_id, name }) => seller_id ?? name ?? ""}
      />
    </Card>
  );
}

function Sales({ scope }: { scope: SalesScope }) {
  const { currency } = useUnits();
  const today = useToday();
  const list = useInfiniteQuery(salesQuery(scope));
  useRestoredPages(list);
  const save = useMutation({
    mutationFn: async () => {
      const rows = await readAllSales(scope);
      saveTable({ name: "ventas", columns: saleFileColumns, rows, currency, today });
    },
    onError: (error) => toast(failureNotice(salesMessages.exportFailed, error)),
  });
  const sales = list.data?.pages.flat();
  if (list.isError && !sales) {
    return <SalesFailed query={list} />;
  }
  if (!sales) return <Skeleton className="h-96 rounded-xl" />;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Cada venta"
        action={
          <CsvButton of="cada venta" loading={save.isPending} onClick={() => save.mutate()} />
        }
      />
      <DataTable caption="Cada venta" columns={saleColumns} rows={sales} keyOf={({ id }) => id} />
      {list.hasNextPage && (
        <div className="grid place-items-center border-t p-3">
          <Button
            variant="outline"
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Cargar más
          </Button>
        </div>
      )}
    </Card>
  );
}

function SalesFailed({ query }: { query: UseQueryResult | UseInfiniteQueryResult }) {
  const description = requestErrorMessage(query.error);
  return <LoadFailed title={salesMessages.loadFailed} description={description} query={query} />;
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-48 rounded-xl" />
    </div>
  );
}
