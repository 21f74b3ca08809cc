import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";

/** Cells of one column that are shown as one; rows and columns count from 0, `to` is within. */
export type MergedCells = { column: number; from: number; to: number };

/**
 * What each sheet of an XLSX merges over several rows, in the order of its sheets: the package that
 * reads the cells tells nothing of it. Throws where the file is no XLSX.
 */
export async function readMergedCells(workbook: ArrayBuffer): Promise<MergedCells[][]> {
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
  const sheets = elementsOf(await textAt("xl/workbook.xml"), "sheet");
  return Promise.all(
    sheets.map(async (sheet) => {
      const [, relation] = [...sheet].find(([name]) => name.endsWith(":id")) ?? [];
      const target = targets.get(relation) ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      const merged = elementsOf(await textAt(path), "mergeCell");
      return merged.flatMap((cell) => rangeOf(cell.get("ref") ?? "") ?? []);
    }),
  );
}

/** The attributes of each element of a name. */
function elementsOf(xml: string, name: string): ReadonlyMap<string, string>[] {
  const elements = xml.matchAll(new RegExp(String.raw`<(?:\w+:)?${name}\s([^>]*)`, "g"));
  return [...elements].map(([, attributes = ""]) => {
    const pairs = attributes.matchAll(/([\w:]+)\s*=\s*["']([^"']*)["']/g);
    return new Map([...pairs].map(([, key = "", value = ""]) => [key, value]));
  });
}

/** "B2:B5"; nothing of one row alone. */
function rangeOf(ref: string): MergedCells | null {
  const [, letters = "", from, to] = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/.exec(ref) ?? [];
  if (from === to) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column: column - 1, from: Number(from) - 1, to: Number(to) - 1 };
}

/** Each row that holds something gets what is merged over it. */
export function fillMergedCells(rows: string[][], merged: MergedCells[]): string[][] {
  const filled = rows.map((cells) => [...cells]);
  for (const { column, from, to } of merged) {
    const value = rows[from]?.[column];
    if (!value) continue;
    for (const cells of filled.slice(from + 1, to + 1)) {
      if (cells.some((cell) => cell.trim() !== "")) cells[column] ||= value;
    }
  }
  return filled;
}
