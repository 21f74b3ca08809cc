import { expect, test } from "vitest";
import { InventoryVehicle } from "../queries.ts";
import { columns, tableRow } from "./table-columns.ts";

const id = (n: number) => `0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c1${n}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const vehicle = (n: number, created_at: string, acquired_on?: string) => ({
  ...InventoryVehicle.parse({
    ...Object.fromEntries(Object.keys(InventoryVehicle.shape).map((name) => [name, null])),
    id: id(n),
    user_id: id(0),
    brand: "Kia",
    model: "Rio",
    year: 2020,
    status: "Disponible",
    published: true,
    views: 0,
    created_at,
  }),
  acquired_on,
});

test("a dealer who sorts by 'Días' gets the order of the shown numbers", () => {
  const rows = [
    vehicle(1, daysAgo(1), daysAgo(90).slice(0, 10)),
    vehicle(2, daysAgo(50)),
    vehicle(3, daysAgo(70), daysAgo(10).slice(0, 10)),
  ].map((one) => tableRow(one, "UTC", undefined));
  const column = columns.find((one) => one.id === "dias");
  const value = column && "accessorFn" in column ? column.accessorFn : undefined;
  expect(rows.map((row, index) => value?.(row, index))).toEqual(rows.map(({ days }) => days));
  expect(rows.map(({ days }) => days)).toEqual([90, 50, 10]);
});
