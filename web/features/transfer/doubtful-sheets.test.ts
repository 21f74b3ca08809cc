import { describe, expect, it } from "vitest";
import { defaultUnits, type Units } from "#contract/units.ts";
import { hasValidCheckDigit } from "#contract/vin.ts";
import { kona } from "./fixtures.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { type ImportInput, planImport } from "./plan-import.ts";
import { readSheets } from "./read-rows.ts";

const inPesos: Units = { currency: "MXN", distance: "km" };

/** Plans the import of a sheet on 2026-11-27. */
async function plan(text: string, given: Partial<ImportInput> = {}) {
  const units = given.units ?? defaultUnits;
  const { best: sheet } = mapWorkbook(await readSheets(text), units);
  const { columns } = sheet;
  const input = { sheet, columns, vehicles: [], units, today: "2026-11-27", ...given };
  return { sheet, rows: planImport(input, new Map()) };
}

/** A sheet of Kias with extra columns: headings, then the extra cells of each row. */
const kias = (headings: string, ...cells: string[]) =>
  [
    `Stock;Marca;Modelo;Año;${headings}`,
    ...cells.map((own, index) => `K-${index + 1};Kia;Rio;2019;${own}`),
  ].join("\n");

/** The values of each row, or the refused row itself. */
const valuesOf = async (text: string, given?: Partial<ImportInput>) =>
  (await plan(text, given)).rows.map((row) => ("values" in row ? row.values : row));
const warningsOf = async (text: string, given?: Partial<ImportInput>) =>
  (await plan(text, given)).rows.map(({ warnings }) => warnings.join(" "));

describe("a unit column", () => {
  it.each(["mileage.unit", "Unidad", "Odometer Unit", "Kms/Millas", "U", "Unidad de medida"])(
    "called %j sets the unit of each distance",
    async (heading) => {
      const text = kias(`Odometer;${heading}`, "160934;KM", "50000;mi", "160934;", "80000 mi;km");
      expect(await valuesOf(text)).toMatchObject([
        { mileage: 100_000, stock_number: "K-1" },
        { mileage: 50_000 },
        { mileage: 160_934 },
        { mileage: 80_000 },
      ]);
    },
  );

  it("is recognized by words and abbreviations, and mentioned in a note", async () => {
    const text = kias("Millaje;Medida", "160.934;Kilómetros", "160934;Kms.", "160934;kilometers");
    const { sheet, rows } = await plan(text);
    for (const row of rows) expect(row).toMatchObject({ values: { mileage: 100_000 } });
    expect(sheet.notes).toEqual([expect.stringContaining("«Medida»")]);
  });

  it("does not affect stock numbers or distances with their own unit", async () => {
    const { sheet } = await plan("ID;Marca;Modelo;Año;Odometer\nM-1;Kia;Rio;2019;51,233 mi");
    expect(sheet.columns).toEqual(["stock_number", "brand", "model", "year", "mileage"]);
  });
});

describe("a currency column", () => {
  const other = { kind: "refused", reason: expect.stringContaining("está en otra moneda") };

  it.each([
    ["Moneda", "USD", "MXN"],
    ["Divisa", "Dólares", "Pesos"],
    ["price.currency", "US$", "MN"],
    ["Tipo de moneda", "Dólares americanos", "Peso"],
    ["Curr", "CAD", "mxn"],
    ["X", "usd", "MXN"],
  ])("called %j refuses amounts in %j and accepts those in %j", async (heading, away, own) => {
    const text = kias(`Precio;${heading}`, `62000;${away}`, `189000;${own}`, "99000;");
    expect(await valuesOf(text, { units: inPesos })).toMatchObject([
      other,
      { price: "189000" },
      { price: "99000" },
    ]);
  });

  it("applies to the amount that it names", async () => {
    const text = kias("Precio;Costo;Moneda costo;Moneda precio", "$189000;9000;USD;MXN");
    expect((await plan(text, { units: inPesos })).rows).toMatchObject([
      {
        values: { price: "$189000" },
        warnings: [expect.stringContaining("«9000 USD» está en otra moneda")],
      },
    ]);
  });

  it("is not confused with a country column", async () => {
    const text = kias("Precio;País", "189000;US", "99000;MX");
    expect(await valuesOf(text, { units: inPesos })).toMatchObject([
      { price: "189000" },
      { price: "99000" },
    ]);
  });
});

describe("a price cell that holds no price", () => {
  it.each([
    "0",
    "$0.00",
    "0,00 €",
    "USD 0",
    "1",
    "$-",
    " $ -  ",
    "US$ —",
    "TBA",
    "Por confirmar",
    "xxx",
  ])("such as %j is skipped with a warning", async (cell) => {
    const [row] = (await plan(kias("Precio", cell))).rows;
    expect(row).toMatchObject({ kind: "added", warnings: [expect.stringContaining("Precio")] });
    expect(row).not.toHaveProperty("values.price");
  });

  it.each(["#REF!", "#¡VALOR!", "#DIV/0!", "#¿NOMBRE?", "#NUM!", "#####", "Err:502"])(
    "such as %j is reported as a failed formula",
    async (cell) => {
      const [row] = (await plan(kias("Precio;Costo", `${cell};${cell}`))).rows;
      expect(row).toMatchObject({
        kind: "added",
        warnings: [expect.stringContaining("Precio"), expect.stringContaining("Costo")],
      });
      expect(row).not.toHaveProperty("values.price");
    },
  );

  it.each(["N/A", "-", "n/d", "—"])("such as %j counts as empty", async (cell) => {
    expect(await warningsOf(kias("Precio", cell))).toEqual([""]);
  });

  it.each([
    ["Sold", "Vendido"],
    ["VENDIDO", "Vendido"],
    ["Apartado", "En revisión"],
    ["Sale pending", "En revisión"],
  ])("but the status %j sets the vehicle's status", async (cell, status) => {
    expect((await plan(kias("Precio", cell))).rows).toMatchObject([
      { values: { status }, warnings: [expect.stringContaining(status)] },
    ]);
  });

  it("but a status sets it only without a status column, also on a known vehicle", async () => {
    expect(await valuesOf(kias("Precio;Estado", "Sold;Disponible"))).toMatchObject([
      { status: "Disponible" },
    ]);
    const sold = `VIN;Precio\n${kona.vin};Sold`;
    expect((await plan(sold, { vehicles: [kona] })).rows).toMatchObject([
      { kind: "changed", values: { status: "Vendido" }, changes: [{ heading: "Estado" }] },
    ]);
  });

  it("but a dealer's phrase is stored as typed", async () => {
    expect(await valuesOf(kias("Precio", "A consultar", "Llámanos"))).toMatchObject([
      { price: "A consultar" },
      { price: "Llámanos" },
    ]);
  });
});

describe("a number that lost its thousands", () => {
  it.each(["13.99", "$15.9", "22,5", "99"])("gets a warning as the price %j", async (cell) => {
    expect(await warningsOf(kias("Precio", cell))).toEqual([expect.stringContaining("los miles")]);
  });

  it.each(["78.45", "49,5", "12.5 km", "112"])(
    "gets a warning as the distance %j",
    async (cell) => {
      expect(await warningsOf(kias("Kilometraje", cell))).toEqual([
        expect.stringContaining("los miles"),
      ]);
    },
  );

  it("gets a warning as a cost, and as a price too low for the currency", async () => {
    expect(await warningsOf(kias("Costo", "8.5"))).toEqual([expect.stringContaining("los miles")]);
    expect(await warningsOf(kias("Precio", "1500"), { units: inPesos })).toEqual([
      expect.stringContaining("los miles"),
    ]);
  });

  it.each(["12,990", "12.990", "9.5k", "13990.50", "13990,50"])(
    "is not suspected in %j",
    async (cell) => {
      expect(await warningsOf(kias("Precio", cell))).toEqual([""]);
      expect(await warningsOf(kias("Millaje", cell))).toEqual([""]);
    },
  );
});

describe("a date in a sheet", () => {
  it("called the auction's sale date becomes the purchase date, with a note", async () => {
    for (const heading of ["Auction", "Lane", "Subasta", "MMR"]) {
      const { sheet, rows } = await plan(kias(`Sale Date;${heading}`, "11/18/2026;x"));
      expect(rows).toMatchObject([{ values: { acquired_on: "2026-11-18" } }]);
      expect(rows[0]).not.toHaveProperty("values.status");
      expect(sheet.notes).toEqual([expect.stringContaining("«Sale Date»")]);
    }
  });

  it("of a sale stays a sale next to a customer or a sold status", async () => {
    for (const [heading, cell] of [
      ["Cliente", "Ana"],
      ["Status", "Sold"],
    ]) {
      const text = kias(`Sale Date;Auction;${heading}`, `11/18/2026;No;${cell}`);
      expect(await valuesOf(text)).toMatchObject([{ sold_on: "2026-11-18", status: "Vendido" }]);
    }
  });

  it.each(["Fecha de compra", "Vendido el"])(
    "in the future is skipped under %j",
    async (heading) => {
      const text = kias(heading, "28/11/2026", "27/11/2026", "2028-02-29");
      expect((await warningsOf(text)).map(Boolean)).toEqual([true, false, true]);
      expect((await valuesOf(text))[0]).not.toHaveProperty("acquired_on");
    },
  );

  it("of a sale is skipped with another status, and questioned before the purchase", async () => {
    const [unsold, early] = (
      await plan(
        kias("Vendido el;Estado;Comprado el", "1/20/2026;Disponible;", "1/20/2026;;2/25/2026"),
      )
    ).rows;
    expect(unsold).toMatchObject({ warnings: [expect.stringContaining("«Disponible»")] });
    expect(unsold).not.toHaveProperty("values.sold_on");
    expect(early).toMatchObject({ warnings: [expect.stringContaining("anterior")] });
  });
});

describe("the column for a field", () => {
  it.each([
    ["VehicleId;Stock", "stock_number", 1],
    ["ID;Stock #", "stock_number", 1],
    ["Stock;Unit", "stock_number", 0],
    ["Type;Body", "body_style", 1],
    ["Clase;Carrocería", "body_style", 1],
  ])("of %j is the one with the more exact heading", async (headings, name, place) => {
    const rows = ["81234;SUV", "81235;SUV"].map((cells) => `Kia;Rio;2019;${cells}`);
    const { sheet } = await plan([`Marca;Modelo;Año;${headings}`, ...rows].join("\n"));
    expect(sheet.columns.indexOf(name)).toBe(3 + place);
  });

  it("a category with several kinds is not a body style", async () => {
    const rows = await valuesOf(
      kias("Type", "CARS & TRUCKS & VANS", "SUV/Van", "Cars and Trucks", "Crew Cab Pickup"),
    );
    expect(rows.map((values) => ("body_style" in values ? values.body_style : null))).toEqual([
      null,
      null,
      null,
      "Pickup",
    ]);
  });

  it("an ID too long for a stock number is skipped with a note", async () => {
    const { sheet, rows } = await plan(
      "ID Unidad;Marca;Modelo;Año\n64b7f0c2a1d3e4f5a6b7c8d9;Kia;Rio;2019",
    );
    expect(rows).toMatchObject([{ kind: "added" }]);
    expect(sheet.notes).toEqual([expect.stringContaining("«ID Unidad»")]);
  });
});

describe("a make", () => {
  it.each([
    ["Chevy", "Chevrolet"],
    ["CHEVROLET", "Chevrolet"],
    ["vw", "Volkswagen"],
    ["V.W.", "Volkswagen"],
    ["Mercedes", "Mercedes-Benz"],
    ["MERCEDES BENZ", "Mercedes-Benz"],
    ["Mercedes-Benz", "Mercedes-Benz"],
    ["Alfa-Romeo", "Alfa Romeo"],
    ["Citroen", "Citroën"],
    ["Landrover", "Land Rover"],
    ["Zastava", "Zastava"],
  ])("written %j becomes %j", async (cell, brand) => {
    expect(await valuesOf(`Marca;Modelo;Año\n${cell};X;2019`)).toMatchObject([{ brand }]);
  });
});

describe("a misspelled VIN", () => {
  const row = async (vin: string, year = "2019") =>
    (await plan(`VIN;Marca;Modelo;Año\n${vin};Honda;Accord;${year}`)).rows[0];

  it.each([
    ["1HGCM82643A004352", "1HGCM82633A004352"],
    ["1HGCM82633AOO4352", "1HGCM82633A004352"],
    ["IHGCM82633A004352", "1HGCM82633A004352"],
    ["1HGCM82633AQ04352", "1HGCM82633A004352"],
    ["1HGCM8Z633A004352", "1HGCM82633A004352"],
    ["1HGCM82633A04352", "1HGCM82633A004352"],
    ["1HGCM826333A004352", "1HGCM82633A004352"],
    ["LSVAU033072123456", "LSVAU033672123456"],
  ])("%j is kept, and %j is suggested", async (vin, offered) => {
    const planned = await row(vin);
    expect(planned?.corrections).toContain(offered);
    if (vin.length <= 17) expect(planned).toMatchObject({ values: { vin } });
    expect(planned?.warnings).toEqual([expect.stringContaining("VIN")]);
  });

  it("gets only suggestions with a valid check digit, or without I, O and Q", async () => {
    const planned = await row("1HGCV1F3OKA100001");
    expect(planned?.corrections).toContain("1HGCV1F30KA100001");
    expect(planned?.corrections?.slice(1).every(hasValidCheckDigit)).toBe(true);
  });

  it.each(["WDD2470031J059461", "NM35600006T458287", "KM8K2CAB5PU001140", "WVGZZZ5NZEW069297"])(
    "is not suspected in %j, from a country without check digits",
    async (vin) => expect((await row(vin))?.warnings).toEqual([]),
  );

  it("is not reported before 1981, and words or repeated digits are no VIN", async () => {
    expect((await row("124378N600001", "1968"))?.warnings).toEqual([]);
    for (const vin of ["PENDIENTE", "11111111111111111", "1.23457E+16"]) {
      expect(await row(vin)).toMatchObject({ warnings: [expect.stringContaining("no es un VIN")] });
    }
  });

  it("with six characters is reported with its length", async () => {
    expect((await row("100009"))?.warnings).toEqual([expect.stringContaining("6 caracteres")]);
  });

  it("is replaced by the suggestion that the dealer picks", async () => {
    const text = "VIN;Marca;Modelo;Año\n1HGCM82643A004352;Honda;Accord;2003";
    const vins = new Map([[2, "1HGCM82633A004352"]]);
    expect((await plan(text, { vins })).rows).toMatchObject([
      { values: { vin: "1HGCM82633A004352" }, warnings: [] },
    ]);
  });
});
