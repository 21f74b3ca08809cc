import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText } from "./parse-text.ts";

const read = (text: string) => parseText(text).rows.filter((row) => row.some(Boolean));
const doubtful = (text: string) => [...parseText(text).doubts].map(([row]) => row + 1);

describe("a dealer's CSV", () => {
  it.each([
    ["commas in the title", "Autos López, S.A., Miami, FL\nStock;Marca;Modelo\nA1;Kia;Rio", ";"],
    ["semicolons in the title", "Lote; patio; taller; otros\nStock,Marca,Modelo\nA1,Kia,Rio", ","],
    ["decimal commas", "Marca;Modelo;Precio\nKia;Rio;9,900,00\nKia;Soul;1,5,0", ";"],
    ["a declared separator", "sep=|\nMarca,x|Modelo|Año\nKia|Rio|2020", "|"],
    ["foreign headings", "Märke,Modéli\nBMW;3er;2020\nBMW;5er;2021\nVW;Golf;2019", ";"],
    ["tabs beside thousands", "Modelo\tPrecio\nRio\t1,234,567\nSoul\t2,345,678", "\t"],
  ])("with %s is split at its separator", (_, text, separator) => {
    expect(read(text).at(-1)).toEqual(text.split("\n").at(-1)?.split(separator));
  });

  it("keeps quoted separators, line breaks and doubled quotes", () => {
    const text = 'Marca,Nota\r\nKia,"a, ""b""\r\nc"\r\nKia, "d" ,\r\nKia,""\r\nKia,18" rines';
    expect(read(text)).toEqual([
      ["Marca", "Nota"],
      ["Kia", 'a, "b"\r\nc'],
      ["Kia", "d", ""],
      ["Kia", ""],
      ["Kia", '18" rines'],
    ]);
    expect(doubtful(text)).toEqual([]);
  });

  it("keeps cells that are all quoted", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", " ", "2019") });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }),
        (rows) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows.map((row) => row.map(quoted).join(",")).join("\n");
          expect(parseText(`sep=,\n${text}`).rows.slice(1)).toEqual(rows);
        },
      ),
    );
  });
});

const heads = "Stock,Make,Model,Year,Price,Description";
const cars = (...notes: string[]) =>
  [heads, ...notes.map((note, index) => `U${index},Kia,Rio,2019,9900,${note}`)].join("\n");

describe("an unclosed quote", () => {
  it.each([
    ["once", cars('"nice', "ok", "ok"), [2]],
    ["twice", cars('"nice', "ok", '"good', "ok"), [2, 4]],
    ["before a cell that is quoted", cars('"nice', '"ok"', "ok"), [2]],
    ["before an empty quoted cell", cars('"nice', '""', '"a ""b"""'), [2]],
    ["before inches at a line's end", cars('"nice', 'rines 18"', "ok"), [2]],
    ["in the last row", cars("ok", "ok", '"nice'), [4]],
    ["behind a description of two lines", cars('"one\ntwo"', '"nice', "ok"), [3]],
    [
      "with VINs instead of years",
      'VIN,Marca,Nota\n1HGCM82633A004352,Kia,"a\n1HGCM82633A004353,Kia,b"\n1HGCM82633A004354,Kia,c',
      [2],
    ],
    [
      "without years and VINs",
      'Stock,Marca,Modelo,Nota\n1,Kia,Rio,"a\n2,Kia,Soul,b"\n3,Kia,K3,c',
      [2],
    ],
  ])("%s swallows no row, and its row gets a warning", (_, text, rows) => {
    const starts = read(text).map(([first]) => first);
    const expected = text.split("\n").filter((line) => line !== 'two"');
    expect(starts).toEqual(expected.map((line) => line.split(",")[0]));
    expect(doubtful(text)).toEqual(rows);
  });

  it("is reported with its line number, also below cells of several lines", () => {
    const said = parseText(cars('"one\ntwo"', '"nice', "ok")).doubts.get(2);
    expect(said).toEqual([expect.stringContaining("línea 4")]);
  });

  it("in each of 200,000 rows is parsed in time", () => {
    parseText(`${heads}\n${'"a,"\n" b\n'.repeat(200_000)}`);
  });
});
