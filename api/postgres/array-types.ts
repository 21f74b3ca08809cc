import type postgres from "postgres";

/** PostgreSQL's own array types, by name, number and how an element is read from its text. */
const kinds: [name: string, oid: number, read: (text: string) => unknown][] = [
  ["bool", 1000, (text) => text === "t"],
  ["int2", 1005, Number],
  ["int4", 1007, Number],
  ["int8", 1016, String],
  ["oid", 1028, Number],
  ["float8", 1022, Number],
  ["numeric", 1231, String],
  ["name", 1003, String],
  ["text", 1009, String],
  ["varchar", 1015, String],
  ["uuid", 2951, String],
  ["json", 199, (text) => JSON.parse(text)],
  ["jsonb", 3807, (text) => JSON.parse(text)],
  ["date", 1182, (text) => new Date(text)],
  ["timestamptz", 1185, (text) => new Date(text)],
];

/**
 * How postgres.js reads and writes arrays. It would ask each new connection for their types itself, and where the connection ends meanwhile nobody
 * catches the error: the process ends with it.
 */
export const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  kinds.map(([name, oid, read]) => {
    const parse = (text: string) => readArray(text, read);
    return [`${name}_array`, { to: oid, from: [oid], serialize: writeArray, parse }];
  }),
);

/** The text of an array; what is no array is taken for its text. */
export function writeArray(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  return `{${values.map(writeElement).join(",")}}`;
}

function writeElement(value: unknown): unknown {
  if (Array.isArray(value)) return writeArray(value);
  if (value === null || value === undefined) return "null";
  return `"${textOf(value).replace(/["\\]/g, "\\$&")}"`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A bracket, a comma, an element in quotes, or one without. */
const token = /[{},]|"((?:[^"\\]|\\.)*)"|[^{},"]+/gs;

/** Reads PostgreSQL's text of an array, of any depth; bounds that do not begin at one are passed over. */
export function readArray(text: string, read: (element: string) => unknown): unknown[] {
  const root: unknown[] = [];
  const open = [root];
  for (const [whole, quoted] of text.slice(text.indexOf("{")).matchAll(token)) {
    const last = open.at(-1);
    if (whole === "{") {
      const inner: unknown[] = [];
      last?.push(inner);
      open.push(inner);
    } else if (whole === "}") open.pop();
    else if (quoted !== undefined) last?.push(read(quoted.replace(/\\(.)/gs, "$1")));
    else if (whole !== ",") last?.push(whole === "NULL" ? null : read(whole));
  }
  const [array] = root;
  return Array.isArray(array) ? array : [];
}
