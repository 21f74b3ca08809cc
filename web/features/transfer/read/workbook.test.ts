import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { describe, expect, it } from "vitest";
import { defaultUnits } from "#contract/units.ts";
import { mapWorkbook } from "../map-sheet.ts";
import { transferMessages as messages } from "../messages.ts";
import { planImport } from "../plan-import.ts";
import { readSheets } from "../read-rows.ts";

type Sheet = {
  name: string;
  state?: string;
  columns?: string;
  rows: string[];
  kind?: "worksheet" | "chartsheet";
};

/** A workbook of sheets with rows in XML. */
const workbookOf = (...sheets: Sheet[]) => workbookWith("", ...sheets);

/** As above, with extra XML before the sheet list. */
async function workbookWith(properties: string, ...sheets: Sheet[]): Promise<Blob> {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const each = (write: (sheet: Sheet, number: number) => string) =>
    sheets.map((sheet, index) => write(sheet, index + 1)).join("");
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${each(
      ({ name, state = "visible" }, number) =>
        `<sheet name="${name}" sheetId="${number}" state="${state}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each(
      ({ kind = "worksheet" }, number) =>
        `<Relationship Id="rId${number}" Type="${relations}/${kind}" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    // Style 1 is a date; 2 and 3 are numbers with leading zeros.
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;A-&quot;0000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(files)) await writer.add(path, new TextReader(text));
  for (const [index, { columns = "", rows }] of sheets.entries()) {
    const text = `<worksheet xmlns="${main}">${columns}<sheetData>${rows.join("")}</sheetData></worksheet>`;
    await writer.add(`xl/worksheets/sheet${index + 1}.xml`, new TextReader(text));
  }
  return writer.close();
}

/** A row of texts. A cell that starts with "<" is raw XML, where "@" becomes its address. */
function row(number: number, cells: (string | number)[], attributes = ""): string {
  const written = cells.map((cell, index) => {
    const address = `${String.fromCharCode(65 + index)}${number}`;
    if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
    if (cell.startsWith("<")) return cell.replace("@", address);
    return `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${number}" ${attributes}>${written.join("")}</row>`;
}

const heads = ["Stock", "Marca", "Modelo", "Año", "Precio"];
const car = (number: number, attributes = "", price: string | number = 9900) =>
  row(number, [`H${number}`, "Kia", "Rio", 2019, price], attributes);
const understand = async (file: Blob) => mapWorkbook(await readSheets(file), defaultUnits);

describe("the import of a workbook with hidden parts", () => {
  it.each(["hidden", "veryHidden"])("names a %s sheet and skips it", async (state) => {
    const more = ["VIN", "Color", "Millaje", "Puertas"];
    const hidden = { name: "Vendidos", state, rows: [row(1, [...heads, ...more]), car(2)] };
    const visible = { name: "Lote", rows: [row(1, heads), car(2)] };
    for (const sheets of [
      [hidden, visible],
      [visible, hidden],
    ]) {
      const workbook = await understand(await workbookOf(...sheets));
      expect(workbook.sheets.map(({ name }) => name)).toEqual(["Lote"]);
      expect(workbook.refused).toEqual([expect.stringContaining("«Vendidos»: está oculta")]);
    }
    const alone = understand(await workbookOf(hidden, { name: "Portada", rows: [] }));
    await expect(alone).rejects.toThrow(messages.allHidden);
  });

  it.each(['hidden="1"', 'hidden="true"', 'ht="0" hidden="1"'])(
    "names rows with %s and skips them",
    async (hidden) => {
      const rows = [row(1, heads), car(2), car(3, hidden), car(4, hidden), car(5)];
      const { best } = await understand(await workbookOf({ name: "Lote", rows }));
      expect(best.rows.map(({ line }) => line)).toEqual([2, 5]);
      expect(best.notes).toEqual([expect.stringContaining("filas 3 y 4")]);
    },
  );

  it("names hidden columns and skips them", async () => {
    const columns = `<cols><col min="2" max="2" width="9"/><col min="5" max="16384" hidden="1"/></cols>`;
    const rows = [row(1, heads), car(2)];
    const { best } = await understand(await workbookOf({ name: "Lote", columns, rows }));
    expect(best.columns).toEqual(["stock_number", "brand", "model", "year"]);
    expect(best.notes).toEqual([expect.stringContaining("E (Precio)")]);
  });
});

describe("a formula in a dealer's workbook", () => {
  it.each([
    ["without a value", '<c r="@"><f>A1*2</f></c>', "E3 es una fórmula sin resultado"],
    ["with an empty value", '<c r="@"><f>A1*2</f><v></v></c>', "E3 es una fórmula sin resultado"],
    ["with a closed value", '<c r="@"><f>A1*2</f><v/></c>', "E3 es una fórmula sin resultado"],
    [
      "of text without a value",
      '<c r="@" t="str"><f>A1</f></c>',
      "E3 es una fórmula sin resultado",
    ],
    ["with an error", '<c r="@" t="e"><f>A1</f><v>#REF!</v></c>', "E3 tiene un error (#REF!)"],
  ])("%s gets a warning on its row", async (_, cell, doubt) => {
    const rows = [row(1, heads), car(2), car(3, "", cell)];
    const { best } = await understand(await workbookOf({ name: "Lote", rows }));
    expect(best.rows).toMatchObject([
      { line: 2 },
      { line: 3, doubts: [expect.stringContaining(doubt)] },
    ]);
    expect(best.rows[0]?.doubts).toBeUndefined();
  });

  it("with a result, even an empty text, gets no warning", async () => {
    const empty = '<c r="@" t="str"><f>IF(1,"","")</f><v></v></c>';
    const solved = '<c r="@"><f>A1*2</f><v>9600</v></c>';
    const rows = [row(1, heads), car(2, "", empty), car(3, "", solved)];
    const { best } = await understand(await workbookOf({ name: "Lote", rows }));
    expect(best.rows.flatMap(({ doubts = [] }) => doubts)).toEqual([]);
    expect(best.rows[1]?.cells[4]).toBe("9600");
  });

  it("is reported by row, or in one sentence if all rows are broken", async () => {
    const unsolved = row(
      3,
      heads.map(() => '<c r="@"><f>X1</f></c>'),
    );
    const some = await workbookOf({ name: "Lote", rows: [row(1, heads), car(2), unsolved] });
    expect((await understand(some)).best.notes).toEqual([expect.stringContaining("fila 3")]);
    const all = await workbookOf({ name: "Lote", rows: [unsolved] });
    await expect(readSheets(all)).rejects.toThrow(messages.noResults);
  });
});

it("a dealer's chart sheet does not keep other sheets from being read", async () => {
  const chart = { name: "Ventas", kind: "chartsheet" as const, rows: [] };
  const file = await workbookOf(chart, { name: "Lote", rows: [row(1, heads), car(2)] });
  expect((await understand(file)).best.rows).toMatchObject([{ line: 2 }]);
});

it.each([
  ["1", "2026-01-01"],
  ["true", "2026-01-01"],
  ["0", "2021-12-31"],
  ["false", "2021-12-31"],
])("a dealer's date with date1904=%s is read from %s", async (value, day) => {
  const rows = [
    row(1, ["Stock", "Fecha compra"]),
    row(2, ["A1", '<c r="@" s="1"><v>44561</v></c>']),
  ];
  const file = await workbookWith(`<workbookPr date1904="${value}"/>`, { name: "Lote", rows });
  expect((await understand(file)).best.rows[0]?.cells).toEqual(["A1", day]);
});

describe("numbers that Excel shows with leading zeros", () => {
  it("keep the zeros, because stock numbers have them", async () => {
    const rows = [
      row(1, heads),
      row(2, [
        '<c r="@" s="2"><v>123</v></c>',
        "Kia",
        "Rio",
        2019,
        '<c r="@" s="2"><v>9900</v></c>',
      ]),
      row(3, ['<c r="@" s="3"><v>7</v></c>', "Kia", "Soul", 2018, 8900]),
      row(4, ['<c r="@" s="2"><v>123456</v></c>', "Kia", "Forte", 2018, 8900]),
    ];
    const { best } = await understand(await workbookOf({ name: "Lote", rows }));
    expect(best.rows.map(({ cells }) => cells[0])).toEqual(["00123", "A-0007", "123456"]);
    const input = { sheet: best, columns: best.columns, vehicles: [], units: defaultUnits };
    const plan = planImport({ ...input, today: "2026-11-27" }, new Map());
    expect(plan).toMatchObject([
      { values: { stock_number: "00123", price: "9900" } },
      { values: { stock_number: "A-0007" } },
      { values: { stock_number: "123456" } },
    ]);
  });
});
