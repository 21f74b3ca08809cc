import { useQuery } from "@tanstack/react-query";
import { BadgeDollarSign, CalendarClock } from "lucide-react";
import { useState } from "react";
import { priceIn } from "#contract/price.ts";
import { formatMoney } from "#contract/units.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { useRelease, useUndoSale } from "./deal-mutations.ts";
import {
  type DealVehicle,
  figureAccessQuery,
  type VehicleMoney,
  vehicleMoneyQuery,
} from "./deal-queries.ts";
import { FiguresCard } from "./figures-card.tsx";
import { formatLongDay } from "./format-day.ts";
import { dealMessages } from "./messages.ts";
import { ReserveDialog } from "./reserve-dialog.tsx";
import { SellDialog } from "./sell-dialog.tsx";

/**
 * A vehicle's sale or reservation with its actions; below it the costs, for people who may see the
 * dealership's figures.
 */
export function DealPanel({ vehicle }: { vehicle: DealVehicle }) {
  const { supabase } = useAuth();
  const figureAccess = useQuery(figureAccessQuery(supabase, useActiveUser().id));
  const figures = useQuery({
    ...vehicleMoneyQuery(supabase, vehicle.id),
    enabled: figureAccess.data === true,
  });
  const failed = [figureAccess, figures].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <LoadFailed
        title={dealMessages.loadFailed}
        description={requestErrorMessage(failed.error)}
        query={failed}
      />
    );
  }
  if (figureAccess.data === undefined) return <Skeleton className="h-28 w-full rounded-xl" />;
  const money = figures.data;
  return (
    <>
      <DealCard vehicle={vehicle} deals={money?.deals ?? []} />
      {money && <FiguresCard vehicle={vehicle} money={money} />}
    </>
  );
}

type Deals = VehicleMoney["deals"];
type Opened = "sell" | "reserve" | null;

function DealCard({ vehicle, deals }: { vehicle: DealVehicle; deals: Deals }) {
  const [opened, setOpened] = useState<Opened>(null);
  const { currency } = useUnits(vehicle.user_id);
  const close = () => setOpened(null);
  const sale = deals.find(({ kind }) => kind === "Venta");
  const reservation = deals.find(({ kind }) => kind === "Apartado");
  const acts = { onSell: () => setOpened("sell"), onReserve: () => setOpened("reserve") };
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <section aria-labelledby="deal" className="grid gap-4">
        <h2 id="deal" className="sr-only">
          Venta y apartado
        </h2>
        {vehicle.status === "Vendido" ? (
          <Sold vehicle={vehicle} sale={sale} {...acts} />
        ) : vehicle.reserved_until ? (
          <Reserved vehicle={vehicle} until={vehicle.reserved_until} deal={reservation} {...acts} />
        ) : (
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={acts.onSell}>
              <BadgeDollarSign aria-hidden="true" />
              Vender
            </Button>
            <Button variant="outline" onClick={acts.onReserve}>
              <CalendarClock aria-hidden="true" />
              Apartar
            </Button>
          </div>
        )}
      </section>
      {opened === "sell" && (
        <SellDialog
          vehicle={vehicle}
          sale={sale}
          asked={reservation?.price ?? priceIn(currency, vehicle.price)}
          buyer={reservation}
          onClose={close}
        />
      )}
      {opened === "reserve" && (
        <ReserveDialog vehicle={vehicle} reservation={reservation} onClose={close} />
      )}
    </Card>
  );
}

type StateProps = { vehicle: DealVehicle; onSell: () => void; onReserve: () => void };

function Sold({ vehicle, sale, onSell }: StateProps & { sale: Deals[number] | undefined }) {
  const undo = useUndoSale(vehicle.id);
  const today = useToday(vehicle.user_id);
  const { currency } = useUnits(vehicle.user_id);
  return (
    <>
      <Told
        title={sale ? `Vendido el ${formatLongDay(sale.day, today)}` : "Vendido"}
        lines={[
          sale?.price != null && formatMoney(sale.price, currency),
          sale?.buyer_name && `A ${sale.buyer_name}`,
          sale?.seller_name && `Lo vendió ${sale.seller_name}`,
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={onSell}>
          {sale?.price == null ? "Completar la venta" : "Editar la venta"}
        </Button>
        <Button variant="ghost" loading={undo.isPending} onClick={() => undo.mutate()}>
          Deshacer la venta
        </Button>
      </div>
    </>
  );
}

function Reserved(props: StateProps & { until: string; deal: Deals[number] | undefined }) {
  const { vehicle, until, deal, onSell, onReserve } = props;
  const release = useRelease(vehicle.id);
  const today = useToday(vehicle.user_id);
  const { currency } = useUnits(vehicle.user_id);
  return (
    <>
      <Told
        title={`Apartado hasta el ${formatLongDay(until, today)}`}
        lines={[
          deal?.buyer_name && `Para ${deal.buyer_name}`,
          deal?.deposit != null && `Depósito: ${formatMoney(deal.deposit, currency)}`,
          !vehicle.published && "Oculto para los visitantes",
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button className="col-span-full" onClick={onSell}>
          <BadgeDollarSign aria-hidden="true" />
          Vender
        </Button>
        <Button variant="outline" onClick={onReserve}>
          Cambiar
        </Button>
        <Button variant="ghost" loading={release.isPending} onClick={() => release.mutate()}>
          Quitar apartado
        </Button>
      </div>
    </>
  );
}

function Told({ title, lines }: { title: string; lines: (string | null | undefined | false)[] }) {
  const summary = lines.filter(Boolean).join(" · ");
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold">{title}</p>
      {summary && <p className="wrap-anywhere text-muted-foreground text-sm">{summary}</p>}
    </div>
  );
}
