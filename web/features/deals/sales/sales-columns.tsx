import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Sale } from "#contract/customers/deal.ts";
import { Money } from "#web/session/dealership/money.tsx";
import type { DataColumn } from "#web/ui/frame/data-table.tsx";
import { formatShortDay } from "../format-day.ts";
import { monthLabel, PERIOD } from "./period.ts";
import type { SalesMonth, SellerLine } from "./sales-queries.ts";

const linkStyles = "touch-target font-medium underline-offset-4 hover:underline";

/** Columns by month; each month links to its sales. */
export const monthColumns: readonly DataColumn<SalesMonth>[] = [
  {
    head: "Mes",
    read: ({ month }) => month.slice(0, 7),
    show: ({ month }) => (
      <Link
        to={{ search: `?${PERIOD}=${month.slice(0, 7)}` }}
        preventScrollReset
        className={linkStyles}
      >
        {monthLabel(month, "short")}
      </Link>
    ),
  },
  { head: "Ventas", read: ({ sold }) => sold, align: "right" },
  {
    head: "Ingresos",
    isMoney: true,
    read: ({ revenue }) => revenue,
    show: ({ revenue, sold_with_price, sold }) => (
      <OfSales known={sold_with_price} sold={sold}>
        <Money amount={revenue} />
      </OfSales>
    ),
    align: "right",
  },
  {
    head: "Margen",
    isMoney: true,
    read: ({ margin }) => margin,
    show: ({ margin, sold_with_margin, sold }) => (
      <OfSales known={sold_with_margin} sold={sold}>
        <Money amount={margin} />
      </OfSales>
    ),
    align: "right",
  },
  {
    head: "Días",
    read: ({ days_to_sell }) => days_to_sell,
    show: ({ days_to_sell, sold_with_days, sold }) => (
      <OfSales known={sold_with_days} sold={sold}>
        {days_to_sell ?? "–"}
      </OfSales>
    ),
    align: "right",
  },
];

/** Extra columns of the downloaded file: how many sales each figure covers. */
export const monthFileColumns: readonly DataColumn<SalesMonth>[] = [
  ...monthColumns,
  { head: "Ventas con precio", read: ({ sold_with_price }) => sold_with_price },
  { head: "Ventas con margen", read: ({ sold_with_margin }) => sold_with_margin },
  { head: "Ventas con días", read: ({ sold_with_days }) => sold_with_days },
];

/** A figure, with the number of sales it covers if that is not all of them. */
function OfSales(props: { known: number; sold: number; children: ReactNode }) {
  const { known, sold, children } = props;
  return (
    <>
      <span>{children}</span>
      {known > 0 && known < sold && (
        <span className="block text-muted-foreground text-xs">{`de ${known} de ${sold}`}</span>
      )}
    </>
  );
}

/** Columns by sale; an existing vehicle links to its page. */
export const saleColumns: readonly DataColumn<Sale>[] = [
  {
    head: "Vehículo",
    read: ({ vehicle_title }) => vehicle_title,
    show: ({ vehicle_id, vehicle_title }) =>
      vehicle_id ? (
        <Link to={`/vehicle/${vehicle_id}`} className={linkStyles}>
          {vehicle_title}
        </Link>
      ) : (
        vehicle_title
      ),
  },
  { head: "Día", read: ({ day }) => day, show: ({ day }) => formatShortDay(day) },
  {
    head: "Precio",
    isMoney: true,
    read: ({ price }) => price,
    show: ({ price }) => <Money amount={price} />,
    align: "right",
  },
  {
    head: "Margen",
    isMoney: true,
    read: ({ margin }) => margin,
    show: ({ margin }) => <Money amount={margin} />,
    align: "right",
  },
  { head: "Comprador", read: ({ buyer_name }) => buyer_name },
  { head: "Vendedor", read: ({ seller_name }) => seller_name },
  { head: "Días para vender", read: ({ days_to_sell }) => days_to_sell, align: "right" },
];

/** Extra columns of the downloaded file. */
export const saleFileColumns: readonly DataColumn<Sale>[] = [
  ...saleColumns,
  { head: "Costo", read: ({ cost }) => cost, isMoney: true },
  { head: "Comisión", read: ({ commission }) => commission, isMoney: true },
  {
    head: "Teléfono del comprador",
    read: ({ buyer_phone }) => buyer_phone?.replace(/^\+/, "") ?? null,
  },
];

/** Columns by salesperson. */
export const sellerColumns: readonly DataColumn<SellerLine>[] = [
  { head: "Vendedor", read: ({ name }) => name ?? "Sin vendedor" },
  { head: "Ventas", read: ({ sold }) => sold, align: "right" },
  {
    head: "Ingresos",
    isMoney: true,
    read: ({ revenue }) => revenue,
    show: ({ revenue, sold_with_price, sold }) => (
      <OfSales known={sold_with_price} sold={sold}>
        <Money amount={revenue} />
      </OfSales>
    ),
    align: "right",
  },
  { head: "Compartidos", read: ({ shares }) => shares, align: "right" },
  { head: "Vistas", read: ({ views }) => views, align: "right" },
  { head: "Toques", read: ({ taps }) => taps, align: "right" },
  { head: "Prospectos", read: ({ leads }) => leads, align: "right" },
  {
    head: "Respondidos en una hora",
    read: ({ answerable, answered_in_hour }) =>
      answerable === 0 ? null : `${answered_in_hour} de ${answerable}`,
    align: "right",
  },
];

/** Extra columns of the downloaded file. */
export const sellerFileColumns: readonly DataColumn<SellerLine>[] = [
  ...sellerColumns,
  { head: "Ventas con precio", read: ({ sold_with_price }) => sold_with_price },
];
