import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { monthColumns, monthFileColumns, sellerFileColumns } from "./sales-columns.tsx";

const month = {
  month: "2026-11-01",
  sold: 13,
  sold_with_price: 6,
  sold_with_margin: 4,
  sold_with_days: 6,
  revenue: 90_000,
  margin: 12_000,
  days_in_all: 60,
  days_to_sell: 10,
};

test.each([
  [6, true],
  [13, false],
  [0, false],
])("a dealer reads that a figure covers %i of 13 sales: %s", (known, isSaid) => {
  const column = monthColumns.find(({ head }) => head === "Días");
  const html = renderToStaticMarkup(column?.show?.({ ...month, sold_with_days: known }));
  expect(html).toContain("<span>10</span>");
  expect(html.includes("de 6 de 13")).toBe(isSaid);
});

test("a dealer's month and team files say how many sales each figure covers", () => {
  const cells = Object.fromEntries(monthFileColumns.map(({ head, read }) => [head, read(month)]));
  expect(cells).toMatchObject({
    Ventas: 13,
    "Ventas con precio": 6,
    "Ventas con margen": 4,
    "Ventas con días": 6,
  });
  expect(sellerFileColumns.map(({ head }) => head)).toContain("Ventas con precio");
});
