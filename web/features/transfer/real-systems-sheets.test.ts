import { describe, expect, it } from "vitest";
import { defaultUnits, type Units } from "#contract/units.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { planImport } from "./plan-import.ts";
import { readSheets } from "./read-rows.ts";

const inPesos: Units = { currency: "MXN", distance: "km" };

async function plan(text: string, units = defaultUnits) {
  const { best: sheet } = mapWorkbook(await readSheets(text), units);
  const input = { sheet, columns: sheet.columns, vehicles: [], units, today: "2026-11-27" };
  const rows = planImport(input, new Map());
  return { sheet, rows, values: rows.map((row) => ("values" in row ? row.values : row)) };
}

describe("a column with the vehicle's name", () => {
  it.each(["Title", "Título", "Descripción", "Nombre del anuncio"])(
    "called %j gives make, model and year if no column does",
    async (heading) => {
      const { values, rows } = await plan(
        `${heading},Precio\n2019 Toyota Corolla LE,13500\nMercedes Benz C 300 2018,23500`,
      );
      expect(values).toMatchObject([
        { brand: "Toyota", model: "Corolla LE", year: 2019, price: "13500" },
        { brand: "Mercedes-Benz", model: "C 300", year: 2018 },
      ]);
      expect(rows.flatMap(({ warnings }) => warnings)).toEqual([]);
    },
  );

  it("next to make and model gets one note instead of a warning per row", async () => {
    const { sheet, rows } = await plan(
      "Title,Year,Make,Model,Title Status\n2019 Kia Rio LX,2019,Kia,Rio,Clean\n2018 Ford F-150,2018,Ford,F-150,Salvage",
    );
    expect(rows).toMatchObject([
      { warnings: [], values: { title_status: "Limpio" } },
      { warnings: [], values: { title_status: "Salvage" } },
    ]);
    expect(sheet.notes).toEqual([expect.stringContaining("«Title»")]);
  });

  it("called Title is read as the title status if it holds one", async () => {
    const { values } = await plan(
      "Title,Make,Model,Year\nClean,Kia,Rio,2019\nRebuilt,Kia,Rio,2018",
    );
    expect(values).toMatchObject([{ title_status: "Limpio" }, { title_status: "Rebuilt" }]);
  });

  it("does not turn a person's name or a long description into a vehicle", async () => {
    const { sheet } = await plan(
      "VIN,Cliente,Descripción\n1,Mercedes Pérez,Ford en buen estado\n2,Lincoln Paz,x",
    );
    expect(sheet.columns).toEqual(["vin", "buyer_name", "description"]);
  });
});

describe("a sheet with one vehicle per column", () => {
  const fields = "Marca,Toyota,Honda\nModelo,Corolla,Civic\nAño,2019,2018\nPrecio,13500,12900";

  it.each([
    ["", 0],
    ["Lote norte\n", 1],
  ])("after %j is transposed, with the column number as the line", async (title) => {
    const { sheet, rows } = await plan(title + fields);
    expect(rows).toMatchObject([
      { line: 2, values: { brand: "Toyota", model: "Corolla", year: 2019, price: "13500" } },
      { line: 3, values: { brand: "Honda", model: "Civic", year: 2018, price: "12900" } },
    ]);
    expect(sheet.notes).toEqual([expect.stringContaining("Cada vehículo está en una columna")]);
  });

  it("is not assumed for a list with its own headings", async () => {
    const { sheet } = await plan("Marca,Modelo,Año\nKia,Rio,2019\nMarca,Modelo,Año\nKia,Soul,2018");
    expect(sheet.rows.map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe("two tables side by side", () => {
  it.each([
    ["Marca,Modelo,Año,Precio,,Marca,Modelo,Año,Precio", "Kia,Rio,2019,,,Honda,Fit,2018,9900", "F"],
    ["Stock,Vehículo,Año,Stock,Vehículo,Año", "1,Kia Rio,2019,2,Honda Fit,2018", "D"],
  ])("under %j: only the left one is read, and a note says so", async (headings, row, column) => {
    const { sheet, values } = await plan(`${headings}\n${row}`);
    expect(values).toMatchObject([{ brand: "Kia", model: "Rio", year: 2019 }]);
    expect(values[0]).not.toHaveProperty("price");
    expect(sheet.notes).toEqual([expect.stringContaining(`columna ${column}:`)]);
  });
});

it.each([
  ["Miles (000s),Price ($000s)", "78,12.5", { mileage: 78_000, price: "12500" }],
  ["Millaje (en miles),Precio en miles", "101,9.9", { mileage: 101_000, price: "9900" }],
  ["Miles,Price", "78000,9900", { mileage: 78_000, price: "9900" }],
])(
  "under %j the cells %j are converted from thousands if in thousands",
  async (headings, cells, expected) => {
    const { values } = await plan(`Make,Model,Year,${headings}\nKia,Rio,2019,${cells}`);
    expect(values).toMatchObject([expected]);
  },
);

it.each(["Precio (USD)", "Costo US$", "Precio EUR"])(
  "a column %j in another currency is skipped, and a note says so",
  async (heading) => {
    const { sheet } = await plan(`Marca,Modelo,Año,${heading}\nKia,Rio,2019,9900`, inPesos);
    expect(sheet.notes).toEqual([expect.stringContaining(`«${heading}» no se importa`)]);
  },
);

it.each(["nan", "NaN", "undefined", "[object Object]"])(
  "a cell %j counts as empty",
  async (cell) => {
    const { rows, values } = await plan(
      `Marca,Modelo,Año,Precio,Versión,Millas\nKia,Rio,2019,${cell},${cell},${cell}`,
    );
    expect(rows[0]?.warnings).toEqual([]);
    for (const name of ["price", "trim", "mileage"]) expect(values[0]).not.toHaveProperty(name);
  },
);

it.each(["-9900", "9900/10900", "1.25E+04", "9900 - 10500", "Sold 9/5", "APARTADO $500"])(
  "a price %j that is no amount gets a warning",
  async (cell) => {
    const { rows } = await plan(`Marca,Modelo,Año,Precio\nKia,Rio,2019,${cell}`);
    expect(rows[0]?.warnings).toEqual([expect.stringContaining("no es una cantidad")]);
  },
);

it("a stock number that Excel reformatted gets a warning", async () => {
  const { rows } = await plan("Stock,Marca,Modelo,Año\n1.00E+05,Kia,Rio,2019");
  expect(rows[0]?.warnings).toEqual([expect.stringContaining("Excel cambió")]);
});

it.each([
  ["Not for sale", "En revisión"],
  ["No a la venta", "En revisión"],
  ["Para venta", "Disponible"],
  ["For sale", "Disponible"],
])("the status %j becomes %s", async (cell, status) => {
  const { values } = await plan(`Marca,Modelo,Año,Estado\nKia,Rio,2019,${cell}`);
  expect(values).toMatchObject([{ status }]);
});

it.each([
  ["bmw", "BMW"],
  ["B.M.W.", "BMW"],
  ["TOYOTA MOTOR", "Toyota"],
  ["mini", "MINI"],
  ["byd", "BYD"],
])("the make %j becomes %s", async (cell, brand) => {
  const { values } = await plan(`Marca,Modelo,Año\n${cell},X,2019`);
  expect(values).toMatchObject([{ brand }]);
});

it("columns called Purchased and Sold hold dates", async () => {
  const { values } = await plan(
    "Make,Model,Year,Purchased,Sold\nKia,Rio,2019,2026-01-01,2026-02-02",
  );
  expect(values).toMatchObject([{ acquired_on: "2026-01-01", sold_on: "2026-02-02" }]);
});
