import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router";
import { LOT_AGES } from "#contract/lot-age.ts";
import { formatMoney } from "#contract/units.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { Money } from "#web/session/dealership/money.tsx";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useShownCount } from "#web/ui/controls/use-shown-count.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { Card, CardHeader, StatCard } from "#web/ui/frame/card.tsx";
import { DataTable, SaveTableButton } from "#web/ui/frame/data-table.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { ageStyles } from "#web/ui/theme/age-styles.ts";
import { lotColumns } from "./lot-columns.tsx";
import {
  askingTotal,
  LIST,
  LISTING_GAPS,
  type LotList,
  readList,
  totalWithCoverage,
  vehiclesInList,
} from "./lot-lists.ts";
import { type LotVehicle, lotQuery } from "./lot-queries.ts";
import { listLabels, lotMessages } from "./messages.ts";

/**
 * /inventory-health: ages, costs and gaps of the vehicles on the lot; each number links to its
 * vehicles. `sight` is the query for whether the person may see costs.
 */
export function LotPage({ costAccess }: { costAccess: UseQueryResult<boolean> }) {
  const { supabase } = useAuth();
  const { id, role, dealership_id } = useActiveUser();
  const dealershipId = role === "concesionario" ? id : dealership_id;
  const seesCosts = costAccess.data;
  const vehicles = useQuery({
    ...lotQuery(supabase, dealershipId ?? "", seesCosts ?? false),
    enabled: seesCosts !== undefined && dealershipId != null,
  });
  if (role === "admin") return <Navigate to="/dashboard" replace />;
  const lot = dealershipId == null ? [] : vehicles.data;
  const failed = [costAccess, vehicles].find(({ isError }) => isError);
  return (
    <>
      <PageHeader
        title="Salud del inventario"
        description={[
          lotMessages.page,
          seesCosts === false && lotMessages.sinceAdded,
          role === "vendedor" && lotMessages.ownContacts,
        ]
          .filter(Boolean)
          .join(" ")}
      />
      {lot && lot.length > 0 ? (
        <Lot lot={lot} seesCosts={seesCosts ?? false} />
      ) : lot ? (
        <EmptyState drawing={<NothingFoundDrawing />} {...lotMessages.none} />
      ) : failed ? (
        <LoadFailed
          title={lotMessages.loadFailed}
          description={requestErrorMessage(failed.error)}
          query={failed}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

type LotProps = { lot: LotVehicle[]; seesCosts: boolean };

function Lot({ lot, seesCosts }: LotProps) {
  const list = readList(useSearchParams()[0]);
  return (
    <div className="grid gap-4">
      <Totals lot={lot} seesCosts={seesCosts} />
      <Ages lot={lot} list={list} seesCosts={seesCosts} />
      <Faults lot={lot} list={list} />
      <LotTable key={list} list={list} lot={vehiclesInList(list, lot)} seesCosts={seesCosts} />
    </div>
  );
}

function Totals({ lot, seesCosts }: LotProps) {
  const { currency } = useUnits();
  const asked = askingTotal(currency, lot);
  const cost = totalWithCoverage(lot, "cost");
  const hint = (amount: typeof asked) =>
    amount && amount.known < lot.length
      ? `De ${amount.known} de ${lot.length} vehículos.`
      : undefined;
  const days = lot.reduce((sum, vehicle) => sum + vehicle.days, 0) / lot.length;
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
      <StatCard
        className={alignTop}
        label={<ListLink list="todos">Vehículos por vender</ListLink>}
        value={lot.length}
      />
      <StatCard className={alignTop} label="Días en promedio" value={Math.round(days)} />
      <StatCard
        className={alignTop}
        label="Precio pedido"
        value={<Money amount={asked?.total ?? null} />}
        hint={hint(asked)}
      />
      {seesCosts && (
        <StatCard
          className={alignTop}
          label="Costo"
          value={<Money amount={cost?.total ?? null} />}
          hint={hint(cost)}
        />
      )}
    </div>
  );
}

/** Aligns the numbers, because only some have a hint below. */
const alignTop = "justify-start";

/** The label of a number; its link covers the card. */
function ListLink({ list, children }: { list: LotList; children: string }) {
  return (
    <Link
      to={
        list === "todos"
          ? { search: "", hash: "lista" }
          : { search: `?${LIST}=${list}`, hash: "lista" }
      }
      className="wrap-anywhere after:absolute after:inset-0 after:rounded-xl hover:underline"
    >
      {children}
    </Link>
  );
}

function Ages({ lot, list, seesCosts }: LotProps & { list: LotList }) {
  const { currency } = useUnits();
  return (
    <section aria-labelledby="ages" className="grid gap-2">
      <h2 id="ages" className="font-semibold text-base tracking-tight">
        Días en el inventario
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        {LOT_AGES.map((age) => {
          const vehicles = vehiclesInList(age, lot);
          const { Icon, variant, word } = ageStyles[age];
          const asked = askingTotal(currency, vehicles);
          const cost = seesCosts ? totalWithCoverage(vehicles, "cost") : null;
          return (
            <li key={age}>
              <Card
                className={classNames(
                  "relative grid h-full content-start gap-1 p-3 sm:p-4",
                  list === age && "ring-2 ring-ring",
                )}
              >
                <Badge variant={variant} className="max-w-full">
                  <Icon aria-hidden="true" />
                  <span className="truncate">{word}</span>
                </Badge>
                <span className="font-semibold text-title">{vehicles.length}</span>
                <span className="font-medium text-sm">
                  <ListLink list={age}>{listLabels[age]}</ListLink>
                </span>
                <span className="numeric text-muted-foreground text-xs">
                  <span>
                    {asked
                      ? `${formatMoney(asked.total, currency)} pedidos${coverageOf(asked, vehicles)}`
                      : "Sin precio pedido"}
                  </span>
                  {cost && (
                    <span className="block">{`${formatMoney(cost.total, currency)} de costo${coverageOf(cost, vehicles)}`}</span>
                  )}
                </span>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How many vehicles an amount covers, if not all of them. */
function coverageOf({ known }: { known: number }, vehicles: LotVehicle[]): string {
  return known < vehicles.length ? ` (${known} de ${vehicles.length})` : "";
}

function Faults({ lot, list }: { lot: LotVehicle[]; list: LotList }) {
  return (
    <section aria-labelledby="faults" className="grid gap-2">
      <h2 id="faults" className="font-semibold text-base tracking-tight">
        Qué les falta
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        {LISTING_GAPS.map((gap) => (
          <li key={gap}>
            <Card
              className={classNames(
                "relative flex h-full flex-wrap items-center justify-between gap-2 p-3 sm:p-4",
                list === gap && "ring-2 ring-ring",
              )}
            >
              <span className="text-sm">
                <ListLink list={gap}>{listLabels[gap]}</ListLink>
              </span>
              <span className="font-semibold text-lg">{vehiclesInList(gap, lot).length}</span>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Vehicles added per press. */
const STEP = 50;

function LotTable({ list, lot, seesCosts }: LotProps & { list: LotList }) {
  const [shown, setShown] = useShownCount(STEP);
  const { currency } = useUnits();
  const columns = lotColumns(seesCosts, currency);
  return (
    <Card className="overflow-hidden">
      <section id="lista" aria-label={listLabels[list]} className="scroll-mt-20">
        <CardHeader
          title={`${listLabels[list]} (${lot.length})`}
          description="Primero los que llevan más tiempo. Vistas y contactos, de los últimos 7 días."
          action={
            <SaveTableButton
              name="inventario"
              of={listLabels[list]}
              columns={columns}
              rows={lot}
              currency={currency}
              today={useToday()}
            />
          }
        />
        {lot.length === 0 ? (
          <EmptyState className="m-4 mt-0" {...lotMessages.noneInList} />
        ) : (
          <DataTable
            caption={listLabels[list]}
            columns={columns}
            rows={lot.slice(0, shown)}
            keyOf={({ id }) => id}
          />
        )}
        {lot.length > shown && (
          <div className="grid place-items-center border-t p-3">
            <Button variant="outline" onClick={() => setShown(shown + STEP)}>
              Mostrar más
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-36 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  );
}
