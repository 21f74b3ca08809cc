import { describe, expect, it } from "vitest";
import writeWorkbook from "write-excel-file/universal";
import { defaultUnits } from "#contract/units.ts";
import { mapWorkbook } from "./map-sheet.ts";
import { transferMessages as messages } from "./messages.ts";
import { readSheets } from "./read-rows.ts";

const rowsOf = async (source: Blob | string) => (await readSheets(source))[0]?.rows ?? [];
const cellsOf = async (source: Blob | string) => (await rowsOf(source)).map(({ cells }) => cells);
const understand = async (source: Blob | string) =>
  mapWorkbook(await readSheets(source), defaultUnits);
const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));

describe("a dealer's file", () => {
  it("in XLSX gives texts, dates without a time and whole numbers", async () => {
    const file = await writeWorkbook([
      ["Año", "Adquirido el", "Publicado", "Precio"],
      [2023, { value: new Date("2026-03-04T00:00:00Z"), format: "dd/mm/yyyy" }, true, 18500.5],
      [null, null, null, null],
      ["=1+1", null, null, "a\r\nb"],
    ]).toBlob();
    expect(await rowsOf(file)).toEqual([
      { line: 1, cells: ["Año", "Adquirido el", "Publicado", "Precio"] },
      { line: 2, cells: ["2023", "2026-03-04", "true", "18500.5"] },
      { line: 4, cells: ["=1+1", "", "", "a\nb"] },
    ]);
  });

  it.each([
    ["commas", '\uFEFFAño,Color\r\n2023,"Azul, claro"\r\n\r\n', "Azul, claro"],
    ["semicolons", "Año;Color\n2023;Azul\n", "Azul"],
    ["tabs, as it is pasted", 'Año\tColor\n2023\t"dos\nlíneas"', "dos\nlíneas"],
  ])("with %s is parsed", async (_, text, color) => {
    expect(await cellsOf(text)).toEqual([
      ["Año", "Color"],
      ["2023", color],
    ]);
  });

  it("in Excel's encodings keeps its accents", async () => {
    const utf16 = [..."Año;Ñ"].flatMap((letter) => [letter.charCodeAt(0), 0]);
    for (const file of [bytes("Año;Ñ"), bytes([0xff, 0xfe, ...utf16])]) {
      expect(await cellsOf(file)).toEqual([["Año", "Ñ"]]);
    }
    const windows = [0x41, 0xf1, 0x6f, 0x3b, 0xd1];
    expect(await cellsOf(bytes(windows))).toEqual([["Año", "Ñ"]]);
  });

  it("may have 5,000 vehicles plus a title and a total", async () => {
    const cars = "U-1;Toyota;Corolla\n".repeat(5000);
    const report = `Autos del Valle\nUnidad;Marca;Modelo\n${cars}TOTAL;5000\n`;
    expect(await cellsOf(report)).toHaveLength(5003);
  });

  it("that is too large, too long, empty or not a sheet is refused with advice", async () => {
    const refusals: [Blob | string, string][] = [
      [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), messages.tooLarge],
      ["VIN\n".repeat(5002), "Son 5,001 filas"],
      ["VIN;Marca;Modelo\n".repeat(12_001), "Son 12,000 filas"],
      ["VIN;Marca;Modelo\n".repeat(12_001), "Divídelas en 3 archivos"],
      ["a;".repeat(101), messages.tooManyColumns],
      ["\n\n  \n", messages.empty],
      [bytes([0xd0, 0xcf, 0x11, 0xe0]), messages.oldExcel],
      [bytes('<?xml version="1.0"?><Workbook/>'), messages.oldExcel],
      [bytes("MIME-Version: 1.0\r\nContent-Type: multipart/related"), messages.oldExcel],
      [bytes([0x4d, 0x5a, 0x90, 0, 3, 0]), messages.unreadable],
      [bytes("PK nothing"), messages.unreadable],
    ];
    for (const [source, sentence] of refusals) {
      await expect(understand(source), sentence).rejects.toThrow(sentence);
    }
  });

  it("that unpacks to far more than its size is refused before it is unpacked", async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [`${n}${"a".repeat(20_000)}`]);
    const content = await (await writeWorkbook(rows).toBlob()).arrayBuffer();
    expect(await cellsOf(new Blob([content]))).toHaveLength(20);
    sayUnpackedSize(content, 65 * 1024 * 1024);
    await expect(understand(new Blob([content]))).rejects.toThrow(messages.bomb);
  });

  it("that understates its unpacked size is cut at that size", async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [`${n}${"a".repeat(20_000)}`]);
    const content = await (await writeWorkbook(rows).toBlob()).arrayBuffer();
    sayUnpackedSize(content, 1000);
    await expect(understand(new Blob([content]))).rejects.toThrow(messages.unreadable);
  });
});

/** Overwrites the unpacked size of each entry in a ZIP's directory. */
function sayUnpackedSize(archive: ArrayBuffer, bytes: number): void {
  const view = new DataView(archive);
  for (let at = 0; at < view.byteLength - 46; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, bytes, true);
  }
}
