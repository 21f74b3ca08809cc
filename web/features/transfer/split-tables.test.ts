import { describe, expect, it } from "vitest";
import { defaultUnits } from "#contract/units.ts";
import { toCsv } from "#web/ui/controls/csv.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { planImport } from "./plan-import.ts";
import { readSheets } from "./read-rows.ts";
import { refusedRows } from "./refused-rows.ts";

const understand = async (...lines: string[]) =>
  mapWorkbook(await readSheets(lines.join("\n")), defaultUnits).best;

async function plan(...lines: string[]) {
  const sheet = await understand(...lines);
  return planImport(
    { sheet, columns: sheet.columns, vehicles: [], units: defaultUnits },
    new Map(),
  );
}

const sedans = ["Stock,Marca,Modelo,Año,Precio", "A1,Kia,Rio,2019,9900", "A2,Kia,K5,2020,12900"];

describe("a dealer's sheet with two tables", () => {
  it.each([
    ["below a blank line", "", "Stock,Marca,Modelo,Año,Precio", "B1,Ford,Lobo,2020,35000"],
    ["below a title", "CAMIONETAS", "Stock,Marca,Modelo,Año,Precio", "B1,Ford,Lobo,2020,35000"],
    [
      "with more columns",
      "",
      "Stock,Marca,Modelo,Año,Color,Precio",
      "B1,Ford,Lobo,2020,Rojo,35000",
    ],
    ["in another order", "Precio,Año,Modelo,Marca,Stock", "35000,2020,Lobo,Ford,B1"],
    ["in English", "TRUCKS", "Stock #,Make,Model,Year,Price", "B1,Ford,Lobo,2020,35000"],
    ["with whole names", "", "Stock,Vehículo,Precio", "B1,Ford Lobo 2020,35000"],
  ])("(the second %s) gives the vehicles of both", async (_, ...second) => {
    expect(await plan(...sedans, ...second)).toMatchObject([
      {
        kind: "added",
        line: 2,
        title: "Kia Rio 2019",
        values: { stock_number: "A1", price: "9900" },
      },
      { kind: "added", line: 3, title: "Kia K5 2020" },
      {
        kind: "added",
        line: 3 + second.length,
        title: "Ford Lobo 2020",
        values: { stock_number: "B1", price: "35000" },
      },
    ]);
  });

  it("reports the heading lines, and the rows without a vehicle", async () => {
    const sheet = await understand(
      "Autos del Valle",
      ...sedans,
      "CAMIONETAS",
      "",
      ...sedans.slice(0, 1),
      "Precio,Año,Modelo,Marca",
      "9000,2019,Rio,Kia",
    );
    expect(sheet.notes).toEqual([expect.stringContaining("2 tablas")]);
    expect(sheet.skippedLines).toEqual([1, 5, 7]);
  });

  it("may use kilometers in one and miles in the other", async () => {
    const rows = await plan(
      "Marca,Modelo,Año,Kilómetros",
      "Kia,Rio,2019,160934",
      "",
      "Marca,Modelo,Año,Millas",
      "Kia,Soul,2020,50000",
    );
    expect(rows).toMatchObject([{ values: { mileage: 100_000 } }, { values: { mileage: 50_000 } }]);
  });

  it("skips the table without vehicles and names its rows", async () => {
    const sheet = await understand(...sedans, "", "Color,Precio", "Rojo,9900");
    expect(sheet.rows.map(({ line }) => line)).toEqual([2, 3]);
    expect(sheet.skippedLines).toEqual([6]);
  });

  it("may have headings of two rows", async () => {
    const rows = await plan(
      "Stock,Marca,Modelo,Año,Venta,",
      ",,,,Precio,Color",
      "A1,Kia,Rio,2019,9900,Rojo",
    );
    expect(rows).toMatchObject([
      { title: "Kia Rio 2019", values: { price: "9900", color: "Rojo" } },
    ]);
  });

  it("may have headings far below the first row", async () => {
    const notes = Array.from({ length: 30 }, (_, index) => `Nota ${index}`);
    expect(await plan(...notes, ...sedans)).toMatchObject([{ line: 32 }, { line: 33 }]);
  });

  it("returns refused rows in an importable form", async () => {
    const sheet = await understand(
      "Marca,Modelo,Año,Kilómetros",
      "Kia,Rio,1700,160934",
      "",
      "Modelo,Marca,Año,Millas",
      "Soul,Kia,1700,50000",
    );
    const input = { sheet, columns: sheet.columns, vehicles: [], units: defaultUnits };
    const rows = refusedRows(input, planImport(input, new Map()));
    const again = toCsv(rows, ",").replaceAll("1700", "2019");
    expect(await plan(again)).toMatchObject([
      { title: "Kia Rio 2019", values: { mileage: 100_000 } },
      { title: "Kia Soul 2019", values: { mileage: 50_000 } },
    ]);
  });

  it("gives the vehicles and VINs above its first headings, but skips a title", async () => {
    const [heads = "", ...cars] = sedans;
    const title = "Inventario,noviembre,2026";
    expect(
      (await plan(title, "A0,Kia,Soul,2018,8900", heads, ...cars)).map(({ line }) => line),
    ).toEqual([2, 4, 5]);
    const vins = ["1HGCM82633A004352", "KM8K2CAB4PU001140"];
    const sheet = await understand(
      ...vins,
      "",
      "VIN,Marca,Modelo,Año",
      "WBA71DC010CH14720,BMW,X5,2020",
    );
    expect(sheet.columns[0]).toBe("vin");
    expect(sheet.rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it("may have headings that lost their accents", async () => {
    expect(
      await plan("Marca,Modelo,A\uFFFDo,Transmisi\uFFFDn", "Kia,Rio,2019,Manual"),
    ).toMatchObject([{ title: "Kia Rio 2019", values: { transmission: "Manual" } }]);
  });

  it("gets a note that a table to the right is not read", async () => {
    const sheet = await understand(
      "Stock,Marca,Modelo,Año,,Stock,Marca,Modelo,Año",
      "A1,Kia,Rio,2019,,B1,Ford,Lobo,2020",
    );
    expect(sheet.notes).toEqual([expect.stringContaining("al lado")]);
  });
});

describe("a row of a dealer's sheet", () => {
  it("with more cells than headings gets a warning", async () => {
    const sheet = await understand(...sedans, "A3,Kia,Soul,2021,9,900");
    expect(sheet.rows.map(({ doubts = [] }) => doubts.length)).toEqual([0, 0, 1]);
  });

  it("among 300,000 narrow rows is refused with its sheet before parsing", async () => {
    const rows = [["Reporte", "del", "mes"], ...Array(300_000).fill(["x", "y"])];
    const read = await readSheets([{ name: "", rows }]);
    expect(() => mapWorkbook(read, defaultUnits)).toThrow("Son 300,000 filas");
  });
});

it("with cells of 60,000 characters in any column is planned in time", async () => {
  const columns = "Stock,VIN,Vehículo,Año,Precio,Km,Transmisión,Combustible,Fecha de compra,Dueños";
  const width = columns.split(",").length;
  for (const part of ["a", "1", "T", "(", "gas", "1,", "a ", "1 a", "-", "$"]) {
    const long = `"${part.repeat(60_000 / part.length)}"`;
    const rows = Array.from({ length: 2 }, () => Array(width).fill(long).join(","));
    await plan(columns, ...rows);
    await plan(`Stock,Marca,Modelo,Año,${long}`, ...rows);
  }
});
