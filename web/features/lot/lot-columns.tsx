import { Link } from "react-router";
import { lotAgeOf } from "#contract/lot-age.ts";
import { priceIn } from "#contract/price.ts";
import type { Currency } from "#contract/units.ts";
import { Money, Price } from "#web/session/dealership/money.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import type { DataColumn } from "#web/ui/frame/data-table.tsx";
import { ageStyles } from "#web/ui/theme/age-styles.ts";
import type { LotVehicle } from "./lot-queries.ts";

/** Columns of the list; costs only for people who may see them. */
export function lotColumns(
  seesCosts: boolean,
  currency: Currency,
): readonly DataColumn<LotVehicle>[] {
  return [...columns, priceColumn(currency), ...(seesCosts ? [costColumn] : [])];
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
];

/** A price in another currency is exported as typed. */
const priceColumn = (currency: Currency): DataColumn<LotVehicle> => ({
  head: "Precio",
  read: ({ price }) => priceIn(currency, price) ?? price,
  show: ({ price }) => (price === null ? "–" : <Price price={price} />),
  align: "right",
  isMoney: true,
});

const costColumn: DataColumn<LotVehicle> = {
  head: "Costo",
  read: ({ cost }) => cost,
  show: ({ cost }) => <Money amount={cost} />,
  align: "right",
  isMoney: true,
};

function Days({ vehicle }: { vehicle: LotVehicle }) {
  const { variant, Icon, word } = ageStyles[lotAgeOf(vehicle.days)];
  return (
    <Badge variant={variant}>
      <Icon aria-hidden="true" />
      <span>{vehicle.days}</span>
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
