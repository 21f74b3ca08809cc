import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";

/** A vertical merge of one column; 0-based, `to` inclusive. */
type MergedCells = { column: number; from: number; to: number };

/** A formula without a cached result, or a cell with an error such as "#REF!". */
export type BrokenCell = { row: number; cell: string; error: string | null };

/** What an XLSX says about a sheet besides its values; rows and columns are 0-based. */
export type SheetParts = {
  isHidden: boolean;
  merged: MergedCells[];
  hiddenRows: ReadonlySet<number>;
  isHiddenColumn: (column: number) => boolean;
  /** Days to add to dates read by the other library (1904 date system). */
  dateOffsetDays: number;
  broken: BrokenCell[];
  /** Numbers that a format shows with leading zeros, such as stock numbers. */
  padded: PaddedCell[];
};

type PaddedCell = { row: number; column: number; text: string };

/**
 * Reads the parts of each sheet in an XLSX that the cell reader does not report, in sheet order.
 * Throws if the file is not an XLSX.
 */
export async function readSheetParts(workbook: ArrayBuffer): Promise<SheetParts[]> {
  // zip.js builds its workers from strings, which the CSP forbids.
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
  // LibreOffice writes "true", which the cell reader does not recognize.
  const isFrom1904 = elementsOf(workbookXml, "workbookPr")[0]?.get("date1904") === "true";
  const dateOffsetDays = isFrom1904 ? DAYS_TO_1904 : 0;
  const paddings = paddingsOf(await textAt("xl/styles.xml"));
  return Promise.all(
    sheets.map(async (sheet) => {
      const [, relation] = [...sheet].find(([name]) => name.endsWith(":id")) ?? [];
      const target = targets.get(relation) ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      const isHidden = /hidden/i.test(sheet.get("state") ?? "");
      return { ...partsOf(await textAt(path), paddings), isHidden, dateOffsetDays };
    }),
  );
}

/** Days between the 1900 and the 1904 date system. */
const DAYS_TO_1904 = 1462;

function partsOf(xml: string, paddings: Paddings): Omit<SheetParts, "isHidden" | "dateOffsetDays"> {
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

/** A formula that returns an empty text does have a result. */
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

/** By style index: the prefix and the number of digits of its format. */
type Paddings = ReadonlyMap<string, { prefix: string; digits: number }>;

/** Styles whose format is only zeros, optionally after a prefix: '00000', '"A-"0000'. */
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

/** The attributes of each element with this name. */
function elementsOf(xml: string, name: string): ReadonlyMap<string, string>[] {
  const elements = xml.matchAll(new RegExp(String.raw`<(?:\w+:)?${name}(?=[\s/>])([^>]*)`, "g"));
  return Array.from(elements, ([, attributes = ""]) => {
    const pairs = attributes.matchAll(/\s([\w:]+)\s*=\s*["']([^"']*)["']/g);
    return new Map(Array.from(pairs, ([, key = "", value = ""]) => [key, value]));
  });
}

/** Parses "B2:B5"; null for a range within one row. */
function rangeOf(ref: string): MergedCells | null {
  const [, letters = "", from, to] = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/.exec(ref) ?? [];
  if (from === to) return null;
  return { column: columnIndex(letters), from: Number(from) - 1, to: Number(to) - 1 };
}
