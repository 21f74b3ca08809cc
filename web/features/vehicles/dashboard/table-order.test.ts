import { expect, test } from "vitest";
import { NO_FILTER } from "./filter-vehicles.ts";
import { sortedFilter, tableSort } from "./table-order.ts";

test.each([
  [{ id: "numero", desc: false }, { column: "numero" }],
  [{ id: "millas", desc: true }, { column: "-millas" }],
  [{ id: "prospectos", desc: false }, { column: "prospectos" }],
  [{ id: "vistas", desc: false }, { column: "vistas" }],
  [
    { id: "precio", desc: true },
    { order: "precio-mayor", column: "" },
  ],
  [
    { id: "dias", desc: false },
    { order: "recientes", column: "" },
  ],
] as const)("a dealer's table sorted by %j is stored in the URL as %j", (sort, part) => {
  expect(sortedFilter(sort)).toEqual(part);
  expect(tableSort({ ...NO_FILTER, ...part })).toEqual(sort);
});

test("a dealer with an invalid column in the URL gets the order in the URL", () => {
  expect(tableSort({ ...NO_FILTER, order: "vistas", column: "-nada" })).toEqual({
    id: "vistas",
    desc: true,
  });
});
