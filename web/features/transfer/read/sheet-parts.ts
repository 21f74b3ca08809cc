import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";

/** Cells of one column that are shown as one; rows and columns count from 0, `to` is within. */
type MergedCells = { column: number; from: number; to: number };

/** A formula without a result, or a cell with an error such as "#REF!". */
export type BrokenCell = { row: number; cell: string; error: string | null };

/** What an XLSX says about a sheet besides its values; rows and columns count from 0. */
export type SheetParts = {
  isHidden: boolean;
  merged: MergedCells[];
  hiddenRows: ReadonlySet<number>;
  isHiddenColumn: (column: number) => boolean;
  /** How many days its dates lie after those that the other package reads. */
  daysAhead: number;
  broken: BrokenCell[];
  /** What is shown of numbers that a format writes with zeros ahead, as of stock numbers. */
  padded: PaddedCell[];
};

type PaddedCell = { row: number; column: number; text: string };

/**
 * The parts of each sheet of an XLSX in the order of its sheets, which the package that reads the
 * cells does not report. Throws where the file is no XLSX.
 */
export async function readSheetParts(workbook: ArrayBuffer): Promise<SheetParts[]> {
  // Its own workers would be made of texts, which the site's policy forbids.
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(workbook)), {
    useWebWorkers: false,
  });
  const entries = await reader.getEntries();
  const textAt = async (path: string) => {
    const entry = entries.find(({ filename }) => filename === path);
    return entry && !entry.directory ? entry.getData(new TextWriter()) : "";
  };
  const relations = elementsOf(await textAt("xl/_rels/workbook.xml.rels"), "Relationship");
  const targets = new Map(
    relations.map((relation) => [relation.get("Id"), relation.get("Target")]),
  );
  const workbookXml = await textAt("xl/workbook.xml");
  const sheets = elementsOf(workbookXml, "sheet");
  // LibreOffice writes "true", which the other package does not read.
  const isFrom1904 = elementsOf(workbookXml, "workbookPr")[0]?.get("date1904") === "true";
  const daysAhead = isFrom1904 ? DAYS_TO_1904 : 0;
  const paddings = paddingsOf(await textAt("xl/styles.xml"));
  return Promise.all(
    sheets.map(async (sheet) => {
      const [, relation] = [...sheet].find(([name]) => name.endsWith(":id")) ?? [];
      const target = targets.get(relation) ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      const isHidden = /hidden/i.test(sheet.get("state") ?? "");
      return { ...partsOf(await textAt(path), paddings), isHidden, daysAhead };
    }),
  );
}

/** From the first day of Excel's usual calendar to that of the Macintosh. */
const DAYS_TO_1904 = 1462;

function partsOf(xml: string, paddings: Paddings): Omit<SheetParts, "isHidden" | "daysAhead"> {
  const merged = elementsOf(xml, "mergeCell");
  const columns = elementsOf(xml, "col")
    .filter(isHiddenElement)
    .map((column) => ({ from: Number(column.get("min")) - 1, to: Number(column.get("max")) - 1 }));
  return {
    merged: merged.flatMap((cell) => rangeOf(cell.get("ref") ?? "") ?? []),
    hiddenRows: hiddenRowsOf(xml),
    isHiddenColumn: (column) => columns.some(({ from, to }) => from <= column && column <= to),
    broken: brokenCellsOf(xml),
    padded: paddings.size > 0 ? paddedCellsOf(xml, paddings) : [],
  };
}

const isHiddenElement = (element: ReadonlyMap<string, string>) =>
  /^(?:1|true)$/.test(element.get("hidden") ?? "");

function hiddenRowsOf(xml: string): Set<number> {
  const hidden = new Set<number>();
  if (!xml.includes("hidden=")) return hidden;
  let row = -1;
  for (const element of elementsOf(xml, "row")) {
    row = element.has("r") ? Number(element.get("r")) - 1 : row + 1;
    if (isHiddenElement(element)) hidden.add(row);
  }
  return hidden;
}

/** A formula that gives an empty text has a result. */
function brokenCellsOf(xml: string): BrokenCell[] {
  return xml.split(/<(?:\w+:)?c(?=\s)/).flatMap((part): BrokenCell | [] => {
    const [attributes = ""] = part.split(">", 1);
    const cell = /\sr=["']([A-Z]+\d+)["']/.exec(attributes)?.[1];
    const type = /\st=["'](\w+)["']/.exec(attributes)?.[1];
    const value = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(part)?.[1];
    const isUnsolved =
      /<(?:\w+:)?f[\s/>]/.test(part) && !value && (type !== "str" || value === undefined);
    if (cell === undefined || !(isUnsolved || type === "e")) return [];
    return {
      row: Number(/\d+/.exec(cell)?.[0]) - 1,
      cell,
      error: type === "e" ? (value ?? "") : null,
    };
  });
}

/** By the number of a cell's style, what its format writes ahead and how many digits. */
type Paddings = ReadonlyMap<string, { prefix: string; digits: number }>;

/** The styles whose format is zeros alone, or behind a text: '00000', '"A-"0000'. */
function paddingsOf(xml: string): Paddings {
  const formats = new Map(
    elementsOf(xml, "numFmt").map((format) => [
      format.get("numFmtId"),
      /^(?:"([^"]*)"|\\(.)|([-A-Z]))?(0{2,})$/.exec(
        (format.get("formatCode") ?? "").replaceAll("&quot;", '"'),
      ),
    ]),
  );
  const [, cellStyles = ""] = /<(?:\w+:)?cellXfs\b([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml) ?? [];
  return new Map(
    elementsOf(cellStyles, "xf").flatMap((style, index) => {
      const format = formats.get(style.get("numFmtId"));
      if (!format) return [];
      const [, quoted, escaped, letter, zeros = ""] = format;
      const prefix = quoted ?? escaped ?? letter ?? "";
      return [[String(index), { prefix, digits: zeros.length }] as const];
    }),
  );
}

function paddedCellsOf(xml: string, paddings: Paddings): PaddedCell[] {
  const cells = xml.matchAll(
    /<(?:\w+:)?c\s([^>]*)>(?:<(?:\w+:)?f\b[^>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?v>(\d+)<\//g,
  );
  return Array.from(cells, ([, attributes = "", value = ""]) => {
    const style = /\bs=["'](\d+)["']/.exec(attributes)?.[1] ?? "";
    const [, letters, row] = /\br=["']([A-Z]+)(\d+)["']/.exec(attributes) ?? [];
    const padding = /\bt=["'](?!n["'])/.test(attributes) ? undefined : paddings.get(style);
    if (!padding || !letters) return [];
    const text = padding.prefix + value.padStart(padding.digits, "0");
    return [{ row: Number(row) - 1, column: columnIndex(letters), text }];
  }).flat();
}

const columnIndex = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The attributes of each element of a name. */
function elementsOf(xml: string, name: string): ReadonlyMap<string, string>[] {
  const elements = xml.matchAll(new RegExp(String.raw`<(?:\w+:)?${name}(?=[\s/>])([^>]*)`, "g"));
  return Array.from(elements, ([, attributes = ""]) => {
    const pairs = attributes.matchAll(/\s([\w:]+)\s*=\s*["']([^"']*)["']/g);
    return new Map(Array.from(pairs, ([, key = "", value = ""]) => [key, value]));
  });
}

/** "B2:B5"; nothing of one row alone. */
function rangeOf(ref: string): MergedCells | null {
  const [, letters = "", from, to] = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/.exec(ref) ?? [];
  if (from === to) return null;
  return { column: columnIndex(letters), from: Number(from) - 1, to: Number(to) - 1 };
}
