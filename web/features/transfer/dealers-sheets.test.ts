import { describe, expect, it } from "vitest";
import writeWorkbook from "write-excel-file/universal";
import { defaultUnits, type Units } from "#contract/units.ts";
import { kona } from "./fixtures.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { planImport } from "./plan-import.ts";
import { readSheets, type Table } from "./read-rows.ts";

const understand = async (source: Blob | string | Table[], units = defaultUnits) =>
  mapWorkbook(await readSheets(source), units);

/** Plans the import of a sheet into an empty inventory. */
async function plan(source: Blob | string, units: Units = defaultUnits) {
  const { best: sheet } = await understand(source, units);
  const input = { sheet, columns: sheet.columns, vehicles: [], units };
  return planImport(input, new Map());
}

describe("a dealer's sheet", () => {
  it("may have a title above the headings and a total below", async () => {
    const file = await writeWorkbook([
      ["Autos del Valle, S.A. de C.V."],
      ["Inventario al", new Date("2026-11-24T00:00:00Z")].map((value) =>
        value instanceof Date ? { value, format: "dd/mm/yyyy" } : value,
      ),
      [],
      ["Stock #", "Yr", "Make", "Model", "Series", "Ext Color", "Odo", "Selling Price"],
      ["V-101", 2021, "Toyota", "Corolla", "LE", "Blanco", 45210, 17900],
      ["V-102", 2019, "Honda", "CR-V", "EX-L", "Gris", 61000, 21500],
      ["", "", "", "", "", "", "Total", 39400],
    ]).toBlob();
    expect(await plan(file)).toMatchObject([
      {
        kind: "added",
        line: 5,
        title: "Toyota Corolla 2021",
        values: {
          stock_number: "V-101",
          trim: "LE",
          color: "Blanco",
          mileage: 45210,
          price: "17900",
        },
      },
      { kind: "added", line: 6 },
    ]);
  });

  it("may repeat headings and have sections and totals, which are skipped and listed", async () => {
    const { best } = await understand(
      [
        "VIN,Marca,Modelo,Año,Precio",
        "SEDANES,,,,",
        ",Kia,Rio,2020,9000",
        "Subtotal,,,,9000",
        "vin,MARCA,Modelo,Año,",
        "Total loss,Kia,Soul,2019,5000",
        "WBA-12345,,,,",
        `${kona.vin},,,,`,
        ",Kia,,,",
        "TOTAL: 45,,,,14000",
      ].join("\n"),
    );
    expect(best.rows.map(({ line }) => line)).toEqual([3, 6, 7, 8]);
    expect(best.skippedLines).toEqual([2, 4, 5, 9, 10]);
  });

  it("may hold a whole vehicle name in a row of its own, unlike a section title", async () => {
    const rows = "Vehículo;Precio;Color\nCAMIONETAS;;\nKia Soul 2021;;\nTotal 45;9000;";
    expect(await plan(rows)).toMatchObject([{ title: "Kia Soul 2021" }]);
  });

  it("may have a cover sheet before the vehicles", async () => {
    const file = await writeWorkbook([
      { data: [["Reporte"], ["Noviembre"]], sheet: "Portada" },
      {
        data: [
          ["Marca", "Modelo", "Año"],
          ["Kia", "Rio", 2020],
        ],
        sheet: "Autos",
      },
    ]).toBlob();
    expect(await plan(file)).toMatchObject([{ kind: "added", title: "Kia Rio 2020" }]);
  });

  it("may be one of several, where the best understood is read first", async () => {
    const sheet = (name: string, ...data: (string | number)[][]) => ({ sheet: name, data });
    const workbook = await understand(
      await writeWorkbook([
        sheet("Portada", ["Reporte", "de", "noviembre"]),
        sheet("Vendidos", ["Stock", "Cliente", "Monto"], ["V-9", "Ana", 9000]),
        sheet("Inventario", ["Stock", "Marca", "Modelo", "Año"], ["V-1", "Kia", "Rio", 2020]),
      ]).toBlob(),
    );
    expect(workbook.best.name).toBe("Inventario");
    expect(workbook.sheets.map(({ name }) => name)).toEqual(["Vendidos", "Inventario"]);
  });

  it("is read next to a sheet with too many rows, which is refused with a reason", async () => {
    const sheet = (name: string, count: number) => ({
      name,
      rows: [["Stock", "Marca", "Modelo"], ...Array(count).fill(["V-1", "Kia", "Rio"])],
    });
    const workbook = await understand([sheet("Histórico", 5001), sheet("Lote", 1)]);
    expect(workbook.sheets.map(({ name }) => name)).toEqual(["Lote"]);
    expect(workbook.refused).toEqual([expect.stringContaining("«Histórico»: Son 5,001 filas")]);
  });

  it("may merge a brand over its models and split headings over two rows", async () => {
    const merged = (value: string, rowSpan = 2) => ({ value, rowSpan });
    const file = await writeWorkbook([
      [merged("Marca"), merged("Modelo"), merged("Año"), { value: "Detalle", columnSpan: 2 }],
      [null, null, null, "Color", "Precio"],
      [merged("Kia", 4), "Rio", 2020, merged("Rojo"), 9000],
      [null, "Soul", 2021, null, 9500],
      [],
      [null, "K3", 2022, null, 9900],
      [null, "Civic", 2019, null, 9000],
    ]).toBlob();
    expect(await plan(file)).toMatchObject([
      { title: "Kia Rio 2020", values: { color: "Rojo", price: "9000" } },
      { title: "Kia Soul 2021", values: { color: "Rojo" } },
      { line: 6, title: "Kia K3 2022" },
      { line: 7, kind: "refused" },
    ]);
  });

  it("is converted from the other distance unit to the dealership's", async () => {
    const inKm = "Marca,Modelo,Año,Odómetro km\nKia,Rio,2020,160934\nKia,Soul,2021,10 mil";
    expect(await plan(inKm)).toMatchObject([
      { values: { mileage: 100_000 } },
      { values: { mileage: 6214 } },
    ]);
    const inMiles = "Marca,Modelo,Año,Millas\nKia,Rio,2020,100000\nKia,Soul,2021,TMU";
    expect(await plan(inMiles, { currency: "MXN", distance: "km" })).toMatchObject([
      { values: { mileage: 160_934 } },
      { warnings: [expect.stringContaining("«TMU» no es un número")] },
    ]);
    const inBoth = "Marca,Modelo,Año,Kms,Millas\nKia,Rio,2020,160934,99999";
    expect(await plan(inBoth)).toMatchObject([{ values: { mileage: 99_999 } }]);
  });

  it("may call the year Modelo and the model Línea, Submarca or Tipo", async () => {
    const mexican =
      "Marca;Tipo;Modelo;Versión;Serie;Km;Precio\nVW;Jetta;2018;Comfortline;;82,000;$215,000";
    const units: Units = { currency: "MXN", distance: "km" };
    expect(await plan(mexican, units)).toMatchObject([
      { title: "Volkswagen Jetta 2018", values: { trim: "Comfortline", mileage: 82000 } },
    ]);
    const colombian = "Marca\tLínea\tModelo\nMazda\t3\t2020\nRenault\tLogan\t2019";
    expect(await plan(colombian)).toMatchObject([
      { title: "Mazda 3 2020" },
      { title: "Renault Logan 2019" },
    ]);
  });

  it("may be a program's CSV with its own terms, a sep= line and repeated headings", async () => {
    const heads = "Stock;VIN No.;Year;Make;Model;Body;Trans;Drive Train;Fuel;Title;Date In Stock";
    const rows = await plan(
      [
        "sep=;",
        heads,
        "1;;2022;Ford;F-150;Crew Cab Pickup;10-Speed Automatic;4WD;Flex Fuel;Clean;3/4/2026",
        heads,
        "2;;2020;Nissan;Rogue;4D Sport Utility;Xtronic CVT;AWD;Gasoline;Rebuilt;10/28/2026",
      ].join("\r\n"),
    );
    expect(rows).toMatchObject([
      {
        line: 3,
        values: {
          body_style: "Pickup",
          transmission: "Automático",
          drivetrain: "4x4",
          fuel_type: "Gasolina",
          title_status: "Limpio",
          acquired_on: "2026-03-04",
        },
      },
      {
        line: 5,
        values: {
          body_style: "SUV",
          transmission: "Automático",
          drivetrain: "Integral (AWD)",
          title_status: "Rebuilt",
          acquired_on: "2026-10-28",
        },
      },
    ]);
  });

  it("may hold the whole name in one cell, which changes no existing name", async () => {
    const rows =
      "Vehículo;Precio;Unidad\nToyota Corolla LE 2021;17900;V-1\n2019 Land Rover Discovery;21000;V-2";
    expect(await plan(rows)).toMatchObject([
      {
        title: "Toyota Corolla LE 2021",
        values: { brand: "Toyota", model: "Corolla LE", price: "17900", stock_number: "V-1" },
      },
      { title: "Land Rover Discovery 2019", values: { stock_number: "V-2" } },
    ]);
    const { best: sheet } = await understand(`VIN;Auto\n${kona.vin};Hyundai KONA SE`);
    const input = { sheet, columns: sheet.columns, vehicles: [kona], units: defaultUnits };
    expect(planImport(input, new Map())).toMatchObject([{ kind: "unchanged" }]);
  });

  it("may have two columns for one field, where the one with vehicle terms is used", async () => {
    const rows =
      "Type,Year,Make,Model,Body,Drivetrain Desc,mileage.value,mileage.unit\nU,2022,Kia,Telluride,SUV,AWD,21000,MI";
    expect(await plan(rows)).toMatchObject([
      { values: { body_style: "SUV", drivetrain: "Integral (AWD)", mileage: 21000 } },
    ]);
  });

  it("may give the year as a registration month, as in Spain", async () => {
    const rows = "Marca;Modelo;Fecha matriculación\nSeat;León;03/2020\nBMW;320d;2018-11-05";
    expect(await plan(rows)).toMatchObject([
      { title: "Seat León 2020" },
      { title: "BMW 320d 2018" },
    ]);
  });

  it("may have its own IDs, a sold column, and one short year", async () => {
    const rows =
      "ID,Marca,Tipo,Modelo,Vendido,Número de motor\n7,Kia,Rio,2018,SI,HR16\n8,Kia,Soul,19,NO,HR17\n9,Kia,K3,2020,,\n10,Kia,K4,2021,,\n11,Kia,K5,2022,,";
    expect(await plan(rows)).toMatchObject([
      { title: "Kia Rio 2018", values: { stock_number: "7", status: "Vendido" } },
      { title: "Kia Soul 2019", values: { stock_number: "8", status: "Disponible" } },
      { title: "Kia K3 2020" },
      { title: "Kia K4 2021" },
      { title: "Kia K5 2022" },
    ]);
  });

  it("gets a warning for a status or distance that cannot be read", async () => {
    expect(
      await plan("Marca,Modelo,Año,Estado,Millaje,Comprado el\nKia,Rio,2020,Jalisco,TMU,feb-26"),
    ).toMatchObject([
      {
        kind: "added",
        warnings: [
          expect.stringContaining("«Jalisco»"),
          expect.stringContaining("«TMU»"),
          expect.stringContaining("«feb-26»"),
        ],
      },
    ]);
  });

  it.each([
    ["2018 - Kia - Rio", "Kia Rio 2018"],
    ["Kia / Rio / 2018", "Kia Rio 2018"],
    ["Camioneta Nissan Frontier 2018.", "Nissan Frontier 2018"],
    ["Mazda CX-5 año 2018", "Mazda CX-5 2018"],
  ])("splits the whole name '%s'", async (cell, title) => {
    expect(await plan(`Vehículo;Precio\n${cell};9000`)).toMatchObject([{ title }]);
  });

  it("keeps 'Modelo' as the model when one of its cells is not a year", async () => {
    expect(await plan("Marca,Modelo,Año\nPeugeot,2008,2021\nPeugeot,208,2022")).toMatchObject([
      { title: "Peugeot 2008 2021" },
      { title: "Peugeot 208 2022" },
    ]);
  });
});
