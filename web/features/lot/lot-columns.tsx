import { Link } from "react-router";
import { Money, Price } from "#web/session/money.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import type { DataColumn } from "#web/ui/frame/data-table.tsx";
import { ageLooks } from "./age-looks.tsx";
import { ageOf } from "./lot-lists.ts";
import type { LotVehicle } from "./lot-queries.ts";

/** The columns of the list, with what a vehicle cost for those who see it. */
export function lotColumns(seesCosts: boolean): readonly DataColumn<LotVehicle>[] {
  return seesCosts ? [...columns, costColumn] : columns;
}

const columns: readonly DataColumn<LotVehicle>[] = [
  {
    head: "Vehículo",
    read: ({ title }) => title,
    show: ({ id, title }) => (
      <Link
        to={`/vehicle/${id}`}
        className="touch-target font-medium underline-offset-4 hover:underline"
      >
        {title}
      </Link>
    ),
  },
  {
    head: "Días",
    read: ({ days }) => days,
    show: (vehicle) => <Days vehicle={vehicle} />,
    align: "right",
  },
  { head: "Vistas", read: ({ views }) => views, align: "right" },
  { head: "Contactos", read: ({ contacts }) => contacts, align: "right" },
  { head: "Falta", read: (vehicle) => lacks(vehicle) || null },
  {
    head: "Precio",
    read: ({ price_amount, price }) => price_amount ?? price,
    show: ({ price_amount, price }) =>
      price_amount === null ? (price ?? "–") : <Price price={price} />,
    align: "right",
  },
];

const costColumn: DataColumn<LotVehicle> = {
  head: "Costo",
  read: ({ cost }) => cost,
  show: ({ cost }) => <Money amount={cost} />,
  align: "right",
};

function Days({ vehicle }: { vehicle: LotVehicle }) {
  const { variant, Icon, word } = ageLooks[ageOf(vehicle)];
  return (
    <Badge variant={variant}>
      <Icon aria-hidden="true" />
      {vehicle.days}
      <span className="sr-only">{word}</span>
    </Badge>
  );
}

function lacks({ price_amount, lacks_photos, lacks_description }: LotVehicle): string {
  const words = [
    price_amount === null && "precio",
    lacks_photos && "fotos",
    lacks_description && "descripción",
  ].filter((word) => word !== false);
  return words.join(", ");
}
