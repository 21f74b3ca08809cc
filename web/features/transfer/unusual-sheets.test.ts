import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultUnits, type Units } from "#contract/units.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { transferMessages as messages } from "./messages.ts";
import { hasAmbiguousDates, planImport } from "./plan-import.ts";
import { readSheets } from "./read-rows.ts";

async function plan(text: string, units: Units = defaultUnits) {
  const { best: sheet } = mapWorkbook(await readSheets(text), units);
  const input = { sheet, columns: sheet.columns, vehicles: [], units, today: "2026-11-27" };
  const rows = planImport(input, new Map());
  return { sheet, rows, values: rows.map((row) => ("values" in row ? row.values : row)) };
}

describe("a dealer's file without headings", () => {
  it.each([
    ["vehicles", "Honda,Accord,2020,18995\nFord,Fusion,2019,12995"],
    ["vehicles with numbers", 'A-1,2020,Honda,Accord,"$18,995"\nA-2,2019,Ford,Fusion,"$12,995"'],
    ["VINs beside other cells", "1HGCM82633A004352,Honda,Accord\n1FTFW1E50NFA00001,Ford,F-150"],
    ["a payment that is also a heading", "Honda,Accord,2020,Contado\nFord,Fusion,2019,Contado"],
  ])("(%s) gets a note and keeps its first row", async (_, text) => {
    const { sheet } = await plan(text);
    expect(sheet.rows.map(({ line }) => line)).toEqual([1, 2]);
    expect(sheet.notes).toEqual([messages.noHeadings]);
  });

  it.each([
    ["names alone", "Toyota Corolla 2019\nHonda Civic 2018", []],
    ["names and prices", "2019 Toyota Corolla,9900\n2018 Honda Civic,8900", [messages.noHeadings]],
  ])("(%s) gives the vehicles of all rows", async (_, text, notes) => {
    const { sheet, values } = await plan(text);
    expect(values).toMatchObject([{ brand: "Toyota" }, { brand: "Honda", model: "Civic" }]);
    expect(sheet.notes).toEqual(notes);
  });

  it.each([
    "Марка,Модель,Год\nLada,Vesta,2019",
    "AA;BB\nKia;Rio",
    "Marka,Model,Rok\nFiat,Panda,2019",
  ])("but with unknown headings gets a note: %j", async (text) => {
    const { sheet } = await plan(text);
    expect(sheet.rows.map(({ line }) => line)).toEqual([2]);
    expect(sheet.notes).toEqual([messages.unknownHeadings]);
  });
});

describe("a dealer's headings in another language", () => {
  const vehicle = { brand: "Volkswagen", model: "Golf", year: 2019, mileage: 52_817 };

  it.each([
    "Marke;Modell;Baujahr;Preis;Kilometerstand;Kraftstoff;Getriebe\nVW;Golf;2019;14.990,00;85.000;Benzin;Schaltgetriebe",
    "Hersteller;Modell;Erstzulassung;VK-Preis;km-Stand;Kraftstoffart;Getriebeart\nVW;Golf;03/2019;14.990;85.000;Benzin;Manuell",
    "Marca;Modelo;Ano;Preço;Quilometragem;Combustível;Câmbio\nVW;Golf;2019;14.990;85.000;Flex;Manual",
    "Marque;Modèle;Année;Prix;Kilométrage;Carburant;Boîte\nVW;Golf;2019;14 990;85 000;Essence;Manuelle",
    "Marca;Modello;Anno;Prezzo;Chilometraggio;Carburante;Cambio\nVW;Golf;2019;14990;85000;Benzina;Manuale",
  ])("are read with their units and terms: %s", async (text) => {
    const words = { fuel_type: "Gasolina", transmission: "Manual" };
    expect((await plan(text)).values).toMatchObject([{ ...vehicle, ...words }]);
  });

  it("are never mistaken for a VIN at 17 letters", async () => {
    const { sheet } = await plan("FAHRGESTELLNUMMER;Modell\nWVWZZZAUZKP123456;Golf");
    expect(sheet.columns).toEqual(["vin", "model"]);
    expect(sheet.rows.map(({ line }) => line)).toEqual([2]);
  });
});

describe("a row below the headings", () => {
  it("with units and currencies belongs to the headings", async () => {
    const text =
      "Stock,Marca,Modelo,Año,Precio,Precio,Millaje\n,,,,USD,MXN,(km)\n1,Kia,Rio,2019,9900,190000,80000";
    const [dollars] = (await plan(text)).values;
    expect(dollars).toMatchObject({ price: "9900", mileage: 49_710 });
    const pesos = await plan(text, { currency: "MXN", distance: "km" });
    expect(pesos.values).toMatchObject([{ price: "190000", mileage: 80_000 }]);
    expect(pesos.sheet.notes).toEqual([expect.stringContaining("«Precio (USD)»")]);
  });

  it("with only a ruled line holds no vehicle", async () => {
    const { sheet, rows } = await plan("Make|Model|Year\n----|-----|---\nKia|Rio|2019");
    expect(sheet.skippedLines).toEqual([2]);
    expect(rows).toMatchObject([{ kind: "added", line: 3 }]);
  });
});

it("with cells under no heading gets a note", async () => {
  const { sheet } = await plan(
    "Make,Model,Year,Note\nKia,Rio,2019,red, clean\nKia,Soul,2018,new, ok",
  );
  expect(sheet.notes).toEqual([messages.unnamedColumns(["E"])]);
});

describe("a vehicle's name in one cell", () => {
  const civic = { brand: "Honda", model: "Civic EX", year: 2019 };

  it.each([
    "'19 Honda Civic EX",
    "Honda Civic EX ’19",
    "19 Honda Civic EX",
    "Used 2019 Honda Civic EX",
    "Certified Pre-Owned 2019 Honda Civic EX",
    "Se vende Honda Civic EX 2019",
    "2019/Honda/Civic EX",
    "Honda|Civic EX|2019",
  ])("is split into make, model and year: %j", async (name) => {
    const heading = name.includes("/") || name.includes("|") ? "Year/Make/Model" : "Title";
    const { values } = await plan(`${heading}\tPrice\n${name}\t9900`);
    expect(values).toMatchObject([civic]);
  });

  it("keeps numbers of the model", async () => {
    const { values } = await plan("Vehicle,Price\n2021 Peugeot 2008,9\n2019 Ram 1500 5'7 bed,9");
    expect(values).toMatchObject([
      { model: "2008", year: 2021 },
      { model: "1500 5'7 bed", year: 2019 },
    ]);
  });
});

describe("a status in a dealer's sheet", () => {
  const stateOf = async (cell: string, heading = "Status") => {
    const { rows } = await plan(`Make,Model,Year,${heading}\nKia,Rio,2019,${cell}`);
    return rows[0];
  };

  it.each(["Active/Sold", "Disponible/Vendido", "Available | Pending"])(
    "that lists two is skipped with a warning: %s",
    async (cell) => {
      const row = await stateOf(cell);
      expect(row).not.toHaveProperty("values.status");
      expect(row?.warnings).toEqual([expect.stringContaining(`«${cell}»`)]);
    },
  );

  it.each([
    ["Sold/Delivered", "Vendido"],
    ["Vendido / pendiente de entrega", "Vendido"],
    ["Casi vendido", "En revisión"],
  ])("%s becomes %s", async (cell, status) => {
    expect(await stateOf(cell)).toMatchObject({ values: { status }, warnings: [] });
  });

  it.each([
    ["FALSE", "Disponible"],
    ["TRUE", "Vendido"],
    ["0", "Disponible"],
    ["1", "Vendido"],
  ])("under 'Sold' %s becomes %s", async (cell, status) => {
    expect(await stateOf(cell, "Sold")).toMatchObject({ values: { status }, warnings: [] });
  });
});

it.each([
  ["Price", "call"],
  ["Price", "'9"],
  ["Price", "1e4"],
  ["Price", "8５00"],
  ["Price", "true"],
  ["Mileage", "50000 hours"],
  ["Date in", "1970-01-01"],
])("in the column %s the cell %j gets a warning", async (heading, cell) => {
  const { rows } = await plan(`Make,Model,Year,${heading}\nKia,Rio,2019,${cell}`);
  expect(rows[0]?.warnings).toHaveLength(1);
});

it("a heading in thousands multiplies the prices below it", async () => {
  const { values } = await plan(
    "Make,Model,Year,Price in thousands,Miles (x1000)\nKia,Rio,2019,9.9,50",
  );
  expect(values).toMatchObject([{ price: "9900", mileage: 50_000 }]);
});

describe("text from another program", () => {
  it("with each line quoted as a whole is parsed", async () => {
    const { values } = await plan('"Make,Model,Year,Color"\n"Kia,Rio,2019,""Red"""');
    expect(values).toMatchObject([{ brand: "Kia", year: 2019, color: "Red" }]);
  });

  it("with backslash-escaped quotes loses the backslashes", async () => {
    const { values } = await plan(
      'Make,Model,Year,Description\nKia,Rio,2019,"a \\"nice\\" car, ok"',
    );
    expect(values).toMatchObject([{ description: 'a "nice" car, ok' }]);
  });
});

describe("a sheet that could freeze the page", () => {
  const understand = async (text: string) => {
    const sheets = await readSheets(text);
    try {
      const { best } = mapWorkbook(sheets, defaultUnits);
      planImport(
        { sheet: best, columns: best.columns, vehicles: [], units: defaultUnits },
        new Map(),
      );
    } catch {
      // Too many columns.
    }
  };

  it.each([
    ["a cell at the last column", `Make,Model,Year\nKia,Rio,2019${",".repeat(16_380)}x`],
    ["a cell of 9 MB", `Make,Model,Year,Description\nKia,Rio,2019,${"<b ".repeat(3_000_000)}`],
  ])("(%s) is read or refused in time", async (_, text) => {
    await understand(text);
  });
});

describe("any random sheet", () => {
  const headings =
    "Stock,ID,VIN,Marca,Model,Año,Title,Vehículo,Precio,Price (USD),Moneda,Km,mileage.unit,Sold Date,Sale Price,Status,Description,,Total,#";
  const cells =
    "Kia;Rio;2019;2019 Kia Rio LX;9900;12.5;-1;Sold;USD;KM;KNADM4A31D6123456;1FADP3F25HL12345;#REF!;;;TOTAL;3/4/2026;45980;<b>x</b>;“x;A-1;Marca;1E+16;nan;Modelo;---";
  const rowOf = (words: string[]) =>
    fc.array(fc.constantFrom(...words), { minLength: 8, maxLength: 8 });
  const sheets = fc.tuple(
    rowOf(headings.split(",")),
    fc.array(
      fc.oneof(
        { weight: 9, arbitrary: rowOf(cells.split(";")) },
        { weight: 1, arbitrary: rowOf(headings.split(",")) },
      ),
      { maxLength: 12 },
    ),
  );

  it("has each row either planned or reported, exactly once", async () => {
    await fc.assert(
      fc.asyncProperty(sheets, async ([first, others]) => {
        const lines = [...[first, ...others].map((row) => row.join("\t")), "Kia\tRio\t2019"];
        const { sheet, rows } = await plan(lines.join("\n"));
        hasAmbiguousDates({ sheet, columns: sheet.columns });
        expect(rows.map(({ line }) => line)).toEqual(sheet.rows.map(({ line }) => line));
        const named = [...rows.map(({ line }) => line), ...sheet.skippedLines];
        expect(new Set(named).size).toBe(named.length);
        if (sheet.notes.includes(messages.turned)) return;
        const filled = lines.flatMap((line, index) => (line.trim() ? [index + 1] : []));
        expect(filled).toEqual(expect.arrayContaining(named));
        // Every remaining row is a heading row.
        const left = filled.filter((line) => !named.includes(line));
        const isHeading = (line: number) =>
          lines[line - 1]
            ?.split("\t")
            .some((cell) => headings.split(",").includes(cell) || cell === "Modelo");
        expect(left.filter((line) => !isHeading(line))).toEqual([]);
      }),
      { numRuns: 200, seed: 41 },
    );
  });
});

describe("a sample row", () => {
  it.each([
    "e.g. Toyota,Corolla,2020,15000",
    "Ejemplo,Ejemplo,2020,15000",
    "Toyota (ejemplo),Corolla,2020,15000",
    "Ej: Toyota,Ej: Corolla,Ej: 2020,Ej: 15000",
    "Toyota,[Sample] Corolla,2020,15000",
    "Por ejemplo: Toyota,Corolla,2020,15000",
    "p. ej. Toyota,Corolla,2020,15000",
    "EXAMPLE,EXAMPLE,2020,15000",
  ])("is reported by number and not imported: %s", async (example) => {
    const { sheet, values } = await plan(`Marca,Modelo,Año,Precio\n${example}\nKia,Rio,2019,9900`);
    expect(values).toMatchObject([{ brand: "Kia", model: "Rio" }]);
    expect(sheet.notes).toEqual([messages.examples([2])]);
    expect(sheet.skippedLines).toEqual([]);
  });

  it("is not assumed from a description or a stock number", async () => {
    const { sheet, values } = await plan(
      "Stock,Marca,Modelo,Año,Descripción\nEJ-100,Kia,Rio,2019,Ejemplo de buen cuidado\nEG12,Kia,Soul,2018,",
    );
    expect(values).toHaveLength(2);
    expect(sheet.notes).toEqual([]);
  });
});
