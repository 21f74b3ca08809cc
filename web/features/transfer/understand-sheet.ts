import { z } from "zod";
import { CompleteVin } from "#contract/decode-vin.ts";
import { foldText } from "#contract/fold-text.ts";
import { choiceBehind } from "#contract/sheet-choices.ts";
import { distanceUnitOf, matchHeading, mayNameWhole, wholeName } from "#contract/sheet-headings.ts";
import type { Units } from "#contract/units.ts";
import { sheetColumn } from "#contract/vehicle-sheet.ts";
import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { transferMessages as messages } from "./messages.ts";
import { isWide, MOST_TITLE_ROWS, type ReadSheet, type SheetRow } from "./read-rows.ts";

/** What was read: what stands above its columns, its rows, and which column each seems to be. */
export type Sheet = {
  headings: string[];
  rows: SheetRow[];
  columns: (string | null)[];
  /** What was parted from a vehicle's whole name: good enough for a new vehicle alone. */
  parted: readonly string[];
  /** How many rows below its headings are none of vehicles. */
  passed: number;
  /** What was there, and at which place each of its columns is now; none where it was parted. */
  found: { headings: string[]; places: (number | null)[]; rows: SheetRow[] };
};

/** What may be imported of a file. */
export type Workbook = {
  /** What tells vehicles, in the file's order; where nothing does, its first table. */
  sheets: NamedSheet[];
  /** The one of them of which most is understood. */
  best: NamedSheet;
  /** Why others that tell vehicles are not among them. */
  refused: string[];
};
/** The name is empty where there is no other. */
export type NamedSheet = Sheet & { name: string };

/** Takes what the dealership's amounts and distances are in. Throws SentenceError. */
export function understandWorkbook(read: ReadSheet[], units: Units): Workbook {
  const all = read.map((sheet) => ({
    ...understandSheet(sheet.rows, units),
    name: read.length > 1 ? sheet.name : "",
    refused: sheet.refused,
  }));
  const telling = all.filter(({ columns }) => tellsVehicle(columns));
  // What stands before the first table is a cover.
  const table = all.find(({ rows }) => rows.some(({ cells }) => isWide(cells))) ?? all[0];
  const taken = telling.length > 0 ? telling : table ? [table] : [];
  const sheets = taken.filter(({ refused }) => refused === undefined);
  const known = sheets.map(({ columns }) => columns.filter(Boolean).length);
  const best = sheets[known.indexOf(Math.max(...known))];
  if (!best) throw new SentenceError(taken[0]?.refused ?? messages.empty);
  const refused = taken.flatMap((one) =>
    one.refused ? messages.sheetLeft(one.name, one.refused) : [],
  );
  return { sheets, best, refused };
}

/** Whether rows may find a vehicle, or be a new one. */
export function tellsVehicle(columns: (string | null)[]): boolean {
  const has = (name: string) => columns.includes(name);
  return ["id", "vin", "stock_number"].some(has) || ["brand", "model", "year"].every(has);
}

const isVin = (cell: string) => CompleteVin.safeParse(cell.replaceAll(/[\s-]/g, "")).success;
const isYear = (cell: string) => /^(19|20)\d\d$/.test(cell);

/**
 * Takes for headings the row, of the first twenty, that names most columns of ours, else the first;
 * a list of VINs needs none. A report repeats them on each page. Takes what the dealership's
 * amounts and distances are in.
 */
function understandSheet(read: SheetRow[], units: Units): Sheet {
  const width = Math.max(...read.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const namesOf = (row: SheetRow | undefined) =>
    places.map((index) => matchHeading(row?.cells[index] ?? "", units));
  const counts = read
    .slice(0, MOST_TITLE_ROWS)
    .map((row) => (row.cells.some(isVin) ? 0 : namesOf(row).filter(Boolean).length));
  const at = counts.indexOf(Math.max(...counts));
  const names = namesOf(read[at]);
  const first = read[at]?.cells ?? [];
  if (counts[at] === 0 && first.some(isVin)) {
    const vin = first.findIndex(isVin);
    const headings = places.map((index) => `Columna ${index + 1}`);
    return {
      headings,
      rows: read,
      columns: places.map((index) => (index === vin ? "vin" : null)),
      parted: [],
      passed: 0,
      found: { headings, places, rows: read },
    };
  }
  const below = read.slice(at + 1);
  const told = below.filter((row) => !isSameRow(row.cells, first));
  const distances = saidDistances(
    namedByCells(namedByYears(names, told), told),
    told,
    first,
    units,
  );
  const { names: named, rows } = saidSold(distances.names, distances.rows);
  const sheet = partWholeNames({
    headings: places.map((index) => first[index] || `Columna ${index + 1}`),
    rows,
    columns: namedOnce(named, rows, units),
    parted: [],
    passed: 0,
    found: { headings: places.map((index) => first[index] ?? ""), places, rows: below },
  });
  const vehicles = sheet.rows.filter((row) => !isNoVehicle(row, sheet));
  return { ...sheet, rows: vehicles, passed: below.length - vehicles.length };
}

/** A total, or what stands alone in its row as a section's title does. */
function isNoVehicle({ cells }: SheetRow, { headings, columns }: Sheet): boolean {
  const at = (name: string) => cells[columns.indexOf(name)] ?? "";
  const [first = "", ...others] = cells.filter(Boolean);
  const isAlone = others.length === 0 && headings.length > 2;
  if (!isTotal(first) && !isAlone) return false;
  const hasVin = cells.some(isVin) || (/\d/.test(at("vin")) && !isTotal(at("vin")));
  const hasName = at("brand") !== "" && at("model") !== "" && !isTotal(at("brand"));
  return !hasVin && !hasName;
}

const isTotal = (cell: string) =>
  /^(?:(?:sub|grand?)[ -]?)?total(?:e?s)?\b(?! loss)|^(?:suma|promedio|average)\b/i.test(cell);

/** Where make and model have no columns, but one has both, a column of each takes its place. */
function partWholeNames(sheet: Sheet): Sheet {
  const { headings, rows, columns, found } = sheet;
  if (columns.includes("brand") || columns.includes("model")) return sheet;
  const at = headings.findIndex(
    (heading, index) => mayNameWhole(heading) && rows.some(({ cells }) => isName(cells[index])),
  );
  const heading = headings[at];
  if (heading === undefined) return sheet;
  const width = headings.length;
  const parts = columns.includes("year")
    ? (["brand", "model"] as const)
    : (["brand", "model", "year"] as const);
  return {
    ...sheet,
    headings: headings.toSpliced(at, 1, ...parts.map((part) => `${heading}: ${partLabels[part]}`)),
    columns: columns.toSpliced(at, 1, ...parts),
    parted: parts,
    found: {
      ...found,
      places: headings.map((_, index) =>
        index === at ? null : index < at ? index : index + parts.length - 1,
      ),
    },
    rows: rows.map(({ line, cells }) => {
      const name = wholeName(cells[at] ?? "");
      const own = Array.from({ length: width }, (_, index) => cells[index] ?? "");
      return { line, cells: own.toSpliced(at, 1, ...parts.map((part) => name[part])) };
    }),
  };
}

const partLabels = { brand: "marca", model: "modelo", year: "año" };

/** Two words with letters, "Toyota Corolla", as no stock number has. */
const isName = (cell = "") => /\p{L}{2}.* .*[\p{L}\d]/u.test(cell) && !isVin(cell);

/** Of two columns of one name ("Type" and "Body") that which says more of it, else the first. */
function namedOnce(names: (string | null)[], rows: SheetRow[], units: Units) {
  const read = names.map((name, index) => {
    if (!name || names.filter((other) => other === name).length < 2) return 0;
    const column = sheetColumn(name);
    return cellsAt(rows, index).filter((cell) => {
      const reading = column?.read?.(cell, { units, days: null });
      return reading && "value" in reading;
    }).length;
  });
  return names.map((name, index) => {
    const most = Math.max(...read.filter((_, at) => names[at] === name));
    const best = names.findIndex((other, at) => other === name && read[at] === most);
    return best === index ? name : null;
  });
}

const isSameRow = (cells: string[], other: string[]) =>
  cells.every((cell, index) => cell === "" || foldText(cell) === foldText(other[index] ?? ""));

/**
 * From Mexico to Colombia "Modelo" is the year, and what the car is called stands under "Línea",
 * "Submarca" or "Tipo".
 */
function namedByYears(names: (string | null)[], rows: SheetRow[]): (string | null)[] {
  const at = names.findIndex((name, index) => {
    return name === "model" && mostly(cellsAt(rows, index), isYear);
  });
  if (at < 0 || names.includes("year")) return names;
  const changed = names.with(at, "year");
  if (changed.includes("model")) return changed;
  return changed.map((name, index) =>
    name === "body_style" && !mostly(cellsAt(rows, index), isBodyStyle) ? "model" : name,
  );
}

/** An "ID" that is none of ours is the dealer's own number of the vehicle. */
function namedByCells(names: (string | null)[], rows: SheetRow[]): (string | null)[] {
  return names.map((name, index) => {
    const isOurs =
      name !== "id" || cellsAt(rows, index).some((cell) => z.guid().safeParse(cell).success);
    return isOurs ? name : "stock_number";
  });
}

/**
 * Distances under a heading of the other unit say so themselves, to be converted; where a column has
 * the dealership's own, that is read.
 */
function saidDistances(
  names: (string | null)[],
  rows: SheetRow[],
  headings: string[],
  { distance }: Units,
) {
  const units = names.map((name, index) => {
    const unit = name === "mileage" ? distanceUnitOf(headings[index] ?? "") : null;
    return unit === distance ? null : unit;
  });
  const hasOwn = names.some((name, index) => name === "mileage" && units[index] === null);
  const say = (cell: string, unit: string | null | undefined) =>
    unit && /\d(?: ?(?:k|mil))?$/i.test(cell) ? `${cell} ${unit}` : cell;
  return {
    names: hasOwn ? names.map((name, index) => (units[index] ? null : name)) : names,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, index) => say(cell, units[index])),
    })),
  };
}

/** Under "Vendido" many write no day but whether it is. */
function saidSold(names: (string | null)[], rows: SheetRow[]) {
  const at = names.indexOf("sold_on");
  if (at < 0 || names.includes("status") || !mostly(cellsAt(rows, at), isYesOrNo)) {
    return { names, rows };
  }
  const say = (cell = "") =>
    isYesOrNo(cell) ? (/^n/i.test(cell.trim()) ? "Disponible" : "Vendido") : cell;
  return {
    names: names.with(at, "status"),
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => (index === at ? say(cell) : cell)),
    })),
  };
}

const isYesOrNo = (cell: string) => /^(?:x|s[ií]?|yes|y|true|no?|false)$/i.test(cell.trim());

const cellsAt = (rows: SheetRow[], index: number) =>
  rows.map(({ cells }) => cells[index]?.trim() ?? "").filter(Boolean);

/** Whether it is so of four in five. */
function mostly(cells: string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
}

const isBodyStyle = (cell: string) => choiceBehind("body_style", cell) !== undefined;
