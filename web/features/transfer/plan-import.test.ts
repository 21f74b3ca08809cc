import { describe, expect, it } from "vitest";
import type { VinDecoding } from "#contract/decode-vin.ts";
import { type SheetVehicle, sheetColumns } from "#contract/sheets/vehicle-sheet.ts";
import { Currency, defaultUnits, formatMoney } from "#contract/units.ts";
import { toCsv } from "#web/ui/controls/csv.ts";
import { exportRows } from "./export-rows.ts";
import { kona } from "./fixtures.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { hasAmbiguousDates, planImport, vinsToDecode } from "./plan-import.ts";
import { type Decodings, publishAdded } from "./plan-row.ts";
import { readSheets } from "./read-rows.ts";

const understand = async (text: string, units = defaultUnits) =>
  mapWorkbook(await readSheets(text), units).best;

/** Plans the import of a text into an inventory. */
async function plan(text: string, vehicles = [kona], decodings: Decodings = new Map()) {
  const sheet = await understand(text);
  return planImport({ sheet, columns: sheet.columns, vehicles, units: defaultUnits }, decodings);
}

const strange: SheetVehicle = {
  ...kona,
  id: "0b5f8a52-6f0c-4b0e-9d5e-0e7b5a3c9f02",
  vin: null,
  price: "A consultar",
  transmission: "CVT",
  doors: 3,
  color: "'=rojo",
  engine: "=1+1",
  description: '- Bluetooth;\r\n- "ABS", ñ\n',
  published: false,
  reserved_until: "2026-12-01",
  stock_number: "=1",
  equipment: ["Rines 18, aluminio", "-ABS"],
  vehicle_figures: null,
};

describe("an export", () => {
  it.each([",", ";"] as const)("with %j imported again changes nothing", async (separator) => {
    for (const withFigures of [true, false]) {
      const text = toCsv(exportRows([kona, strange], defaultUnits, withFigures), separator);
      expect(await plan(text, [kona, strange])).toMatchObject([
        { kind: "unchanged", line: 2 },
        { kind: "unchanged", line: 3 },
      ]);
    }
  });

  it("contains no figures for people who may not see them", () => {
    const [headings] = exportRows([kona], defaultUnits, false);
    expect(headings).not.toContain("Costo (USD)");
    expect(exportRows([kona], defaultUnits, true)[0]).toContain("Costo (USD)");
  });

  it.each(
    Currency.options.flatMap((currency) => [
      { currency, distance: "mi" as const },
      { currency, distance: "km" as const },
    ]),
  )("names $currency and $distance, and changes nothing when imported", async (units) => {
    const { currency, distance } = units;
    const written = { ...kona, price: formatMoney(1_234_567, currency) };
    const elsewhere = { ...strange, price: currency === "EUR" ? "US$ 25,000" : "25.000 €" };
    const vehicles = [written, elsewhere];
    const rows = exportRows(vehicles, units, true);
    expect(rows[0]).toEqual(
      expect.arrayContaining([
        `Precio (${currency})`,
        `Costo (${currency})`,
        distance === "mi" ? "Millaje (mi)" : "Kilometraje (km)",
      ]),
    );
    expect(rows[2]).toContain(elsewhere.price);
    for (const separator of [",", ";"] as const) {
      const sheet = await understand(toCsv(rows, separator), units);
      expect(sheet.columns).toEqual(sheetColumns.map(({ name }) => name));
      const input = { sheet, columns: sheet.columns, vehicles, units };
      expect(planImport(input, new Map())).toMatchObject([
        { kind: "unchanged" },
        { kind: "unchanged" },
      ]);
    }
  });

  it("in another currency is imported without its prices and costs", async () => {
    const rows = exportRows([kona], { currency: "MXN", distance: "km" }, true);
    const { columns } = await understand(toCsv(rows, ","));
    for (const name of ["price", "cost"]) expect(columns).not.toContain(name);
    expect(columns).toContain("vin");
  });

  it("imported after a deletion adds the deleted vehicles again", async () => {
    expect(await plan(toCsv(exportRows([kona], defaultUnits, true), ","), [])).toMatchObject([
      {
        kind: "added",
        title: "Hyundai Kona 2023",
        values: { vin: kona.vin, price: "18500", published: true, cost: 15000 },
      },
    ]);
  });
});

describe("a row", () => {
  it("changes the vehicle with its VIN, and an empty cell changes nothing", async () => {
    const rows = "VIN;Precio;Millaje;Publicado;Color\nkm8k2cab4pu001140;17900;;no;N/A";
    expect(await plan(rows)).toMatchObject([
      {
        kind: "changed",
        id: kona.id,
        seenAt: kona.updated_at,
        values: { price: "17900", published: false },
        changes: [
          { heading: "Precio (USD)", old: "18500", new: "17900" },
          { heading: "Publicado", old: "Sí", new: "No" },
        ],
      },
    ]);
  });

  it("finds a vehicle without a VIN by the exported ID", async () => {
    expect(await plan(`ID de Vitrina,Color\n${strange.id},Verde`, [kona, strange])).toMatchObject([
      { kind: "changed", id: strange.id, values: { color: "Verde" } },
    ]);
  });

  it("finds a vehicle by its stock number, which no other row may take", async () => {
    const cars = [kona, { ...strange, stock_number: "T-77" }];
    expect(await plan("Stock #,Color\nt-77,Verde", cars)).toMatchObject([
      { kind: "changed", id: strange.id, values: { color: "Verde" } },
    ]);
    const taken = "Stock,VIN,Marca,Modelo,Año\nA-0001,1HGCM82633A004352,Honda,Accord,2003";
    expect(await plan(taken, cars)).toMatchObject([
      { kind: "refused", reason: expect.stringContaining("número de inventario ya es de otro") },
    ]);
    const twice = "Stock,Marca,Modelo,Año\nN-1,Kia,Rio,2020\nn-1,Kia,Soul,2021";
    expect((await plan(twice, cars)).map(({ kind }) => kind)).toEqual(["added", "refused"]);
  });

  it("swaps stock numbers with another row's vehicle, unless that row is refused", async () => {
    const cars = [kona, { ...strange, stock_number: "T-77" }];
    const swapped = (price: string) =>
      plan(`ID de Vitrina,Stock,Año\n${kona.id},T-77,\n${strange.id},A-0001,${price}`, cars);
    expect(await swapped("2021")).toMatchObject([
      { kind: "changed", id: kona.id, values: { stock_number: "T-77" } },
      { kind: "changed", id: strange.id, values: { stock_number: "A-0001" } },
    ]);
    expect((await swapped("1700")).map(({ kind }) => kind)).toEqual(["refused", "refused"]);
  });

  it("accepts a dealer's words for body style, drivetrain and equipment", async () => {
    const rows = `Marca,Modelo,Año,Body,Drivetrain,Cyl,Title,Equipamiento
Ford,F-150,2022,Truck,4WD,V6,Clean,"Bluetooth, ABS"`;
    expect(await plan(rows)).toMatchObject([
      {
        kind: "added",
        values: {
          body_style: "Pickup",
          drivetrain: "4x4",
          cylinders: 6,
          title_status: "Limpio",
          equipment: ["Bluetooth", "ABS"],
        },
      },
    ]);
  });

  it("without VIN and stock number is a new vehicle", async () => {
    expect(await plan("Marca,Modelo,Año,Transmisión\nKia,Rio,2020,automatic")).toMatchObject([
      { kind: "added", values: { brand: "Kia", year: 2020, transmission: "Automático" } },
    ]);
  });

  it("without VIN and stock number gets a warning if it looks like an existing vehicle", async () => {
    const rows = "Marca,Modelo,Año,Millaje\nHYUNDAI,Kona,2023,21000\nHyundai,Kona,2023,21001";
    expect(await plan(rows)).toMatchObject([
      { kind: "added", warnings: [expect.stringContaining("Ya hay uno igual")] },
      { kind: "added", warnings: [] },
    ]);
  });

  it("is refused with a reason", async () => {
    const twin = { ...kona, id: strange.id };
    const reason = async (text: string, vehicles = [kona]) => (await plan(text, vehicles))[0];
    expect(await reason("Marca,Modelo,Año\nKia,,2020")).toMatchObject({
      kind: "refused",
      line: 2,
      reason: "Escribe el modelo.",
    });
    expect(await reason(`VIN,Año\n${kona.vin},1700`)).toMatchObject({
      reason: "Año: El año debe ser 1900 o posterior.",
    });
    expect(await reason(`VIN,Color\n${kona.vin},Rojo`, [kona, twin])).toMatchObject({
      reason: expect.stringContaining("Dos vehículos"),
    });
    const taken = `ID,VIN\n${strange.id},${kona.vin}`;
    expect(await reason(taken, [kona, strange])).toMatchObject({
      reason: expect.stringContaining("de otro vehículo"),
    });
  });

  it("skips a cell that cannot be read, with a warning", async () => {
    const omitted = ["Se omite Puertas: Elige 2, 4 o 5 puertas."];
    expect(await plan(`VIN,Puertas,Color\n${kona.vin},3,Rojo`)).toMatchObject([
      { kind: "changed", values: { color: "Rojo" }, warnings: omitted },
    ]);
    expect(await plan(`VIN,Puertas\n${kona.vin},3`)).toMatchObject([
      { kind: "unchanged", warnings: omitted },
    ]);
    expect(await plan("Marca,Modelo,Año,Puertas\nKia,Rio,2020,3")).toMatchObject([
      { kind: "added", values: { brand: "Kia" }, warnings: omitted },
    ]);
  });

  it("keeps the file reader's warnings, whether added, unchanged or refused", async () => {
    const sheet = await understand(
      `VIN,Marca,Modelo,Año,Precio\n${kona.vin},,,,\n${kona.vin},,,,1\n,Kia,Rio,2020,\n,Kia,Rio,1700,`,
    );
    const doubts = ["Revisa la línea 2."];
    const rows = sheet.rows.map((row) => ({ ...row, doubts }));
    const input = { sheet: { ...sheet, rows }, columns: sheet.columns, units: defaultUnits };
    const planned = planImport({ ...input, vehicles: [kona] }, new Map());
    expect(planned.map(({ kind }) => kind)).toEqual(["unchanged", "refused", "added", "refused"]);
    for (const { warnings } of planned) expect(warnings).toEqual(doubts);
  });

  it("records the sale date of a vehicle that is or becomes sold", async () => {
    const sheet = (status: string) =>
      plan(`VIN,Vendido el,Estado\n${kona.vin},2026-10-02,${status}`);
    expect(await sheet("Vendido")).toMatchObject([
      { kind: "changed", values: { status: "Vendido", sold_on: "2026-10-02" } },
    ]);
    expect(await sheet("")).toMatchObject([{ kind: "unchanged" }]);
    expect(await plan("Marca,Modelo,Año,Fecha de venta\nKia,Rio,2020,2026-10-02")).toMatchObject([
      { kind: "added", values: { status: "Vendido", sold_on: "2026-10-02" } },
    ]);
  });

  it("of a sold vehicle keeps price, buyer and seller with the sale date", async () => {
    const heads = "Stock,Make,Model,Year,Sold Date,Sale Price,Buyer,Salesperson";
    expect(
      await plan(
        `${heads}\nS1,Honda,Fit,2018,2026-11-01,"15,500",John Diaz,Luis\nS2,Honda,Jazz,2019,,"9,900",,Luis`,
      ),
    ).toMatchObject([
      {
        values: { sold_on: "2026-11-01", sale_price: 15500, buyer_name: "John Diaz" },
        warnings: [],
      },
      { values: { price: "9,900" }, warnings: [] },
    ]);
    const [, open] = await plan(`${heads}\nS1,A,B,2018,,,,\nS2,Honda,Jazz,2019,,9900,,Luis`);
    expect(open).not.toHaveProperty("values.sale_price");
    expect(open).not.toHaveProperty("values.seller_name");
  });

  it("of a vehicle that becomes sold keeps the sale's details", async () => {
    const heads = "VIN,Estado,Vendedor,Comprador,Precio,Vendido el";
    expect(
      await plan(`${heads}\n${kona.vin},Vendido,Luis,Ana Ruiz,18000,2026-11-01`),
    ).toMatchObject([
      {
        kind: "changed",
        values: {
          sold_on: "2026-11-01",
          sale_price: 18000,
          buyer_name: "Ana Ruiz",
          seller_name: "Luis",
        },
        warnings: [],
      },
    ]);
  });

  it("of a sale without a date warns that the details are skipped", async () => {
    const heads = "VIN,Marca,Modelo,Año,Estado,Comprador,Precio vendido";
    const omitted = [
      expect.stringContaining("Se omite Comprador: falta «Vendido el»"),
      expect.stringContaining("Se omite Precio vendido: falta «Vendido el»"),
    ];
    const rows = await plan(
      `${heads}\n${kona.vin},,,,Vendido,Ana,9000\n,Kia,Rio,2020,Vendido,Ana,9000`,
    );
    for (const { warnings } of rows) {
      expect(warnings).toHaveLength(2);
      expect(warnings).toEqual(expect.arrayContaining(omitted));
    }
  });

  it("distinguishes a list price from a sale price", async () => {
    const heads = "Marca,Modelo,Año,Precio lista,Precio de venta,Fecha de venta";
    expect(
      await plan(`${heads}\nKia,Rio,2020,10000,9500,2026-10-01\nKia,Soul,2020,11000,,`),
    ).toMatchObject([
      { values: { price: "10000", sale_price: 9500 } },
      { values: { price: "11000" } },
    ]);
  });

  it("with ambiguous dates is refused until the dealer picks their order", async () => {
    const text = "Marca,Modelo,Año,Fecha de compra\nKia,Rio,2020,3/4/2026";
    const sheet = await understand(text);
    const input = { sheet, columns: sheet.columns, vehicles: [], units: defaultUnits };
    expect(hasAmbiguousDates(input)).toBe(true);
    expect(planImport(input, new Map())).toMatchObject([{ kind: "refused" }]);
    expect(planImport({ ...input, days: "day first" }, new Map())).toMatchObject([
      { kind: "added", values: { acquired_on: "2026-04-03" } },
    ]);
    const clear = await understand(`${text}\nKia,Soul,2021,31/1/2026`);
    expect(hasAmbiguousDates({ sheet: clear, columns: clear.columns })).toBe(false);
  });

  it("that repeats another row's VIN or vehicle is refused", async () => {
    const vin = "1HGCM82633A004352";
    const news = `Marca,Modelo,Año,VIN\nHonda,Accord,2003,${vin}\nHonda,Civic,2003,${vin}`;
    expect((await plan(news))[1]).toMatchObject({
      kind: "refused",
      reason: "Repite el vehículo de la fila 2.",
    });
    const same = `ID,VIN,Color\n${kona.id},,Rojo\n,${kona.vin},Verde`;
    expect((await plan(same)).map(({ kind }) => kind)).toEqual(["changed", "refused"]);
  });
});

describe("a list of VINs", () => {
  const accord: VinDecoding = {
    vin: "1HGCM82643A004352",
    checkDigitValid: false,
    brand: "Honda",
    model: "Accord",
    year: 2003,
    doors: 2,
  };
  const list = `${accord.vin}\n${kona.vin}\nZZZZZZZZZZZZZZZZ1`;

  it("needs no heading, and decodes those that are new", async () => {
    const sheet = await understand(list);
    expect(sheet.columns).toEqual(["vin"]);
    const input = {
      sheet,
      columns: sheet.columns,
      vehicles: [kona],
      units: defaultUnits,
    };
    expect(vinsToDecode(input)).toEqual([accord.vin, "ZZZZZZZZZZZZZZZZ1"]);
  });

  it("becomes vehicles from decoded VINs, and reports unknown ones", async () => {
    const decodings = new Map([
      [accord.vin, accord],
      ["ZZZZZZZZZZZZZZZZ1", null],
    ]);
    expect(await plan(list, [kona], decodings)).toMatchObject([
      {
        kind: "added",
        line: 1,
        title: "Honda Accord 2003",
        values: { vin: accord.vin, brand: "Honda", year: 2003, doors: 2 },
        fromVin: true,
        warnings: [expect.stringContaining("dígito de control")],
      },
      { kind: "unchanged", line: 2 },
      { kind: "refused", line: 3, reason: expect.stringContaining("VIN desconocido") },
    ]);
  });
});

it("a dealer can publish all new vehicles, except sold ones and those marked 'No'", async () => {
  const rows = "Marca,Modelo,Año,Estado,Publicado\nA,A,2020,,\nB,B,2020,Vendido,\nC,C,2020,,No";
  const published = publishAdded(await plan(rows)).map((row) =>
    row.kind === "added" ? row.values.published : row.kind,
  );
  expect(published).toEqual([true, undefined, false]);
});

it("a column with an unknown or repeated heading is left to the dealer", async () => {
  const sheet = await understand("Qué,Cuál,Marca,make\na,b,c,d");
  expect(sheet).toMatchObject({
    headings: ["Qué", "Cuál", "Marca", "make"],
    columns: [null, null, "brand", null],
  });
});
