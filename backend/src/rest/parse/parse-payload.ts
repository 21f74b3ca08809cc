import type { ApiError } from "../../http/api-error.ts";
import { restError } from "../rest-error.ts";

/** A JSON body as PostgreSQL will read it: always an array of objects that have the same keys. */
export type Payload = { json: string; keys: string[]; rows: number };

/**
 * The body of an insert or update (getPayload). `columns` is the parameter of that name: with it
 * keys may be missing or too many. Throws PGRST102.
 */
export function parsePayload(body: string, columns: string[] | null): Payload {
  const value = parseJson(body);
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  const json = Array.isArray(value) ? body : `[${body}]`;
  if (!rows.every(isObject)) throw keysMustMatch();
  if (columns) return { json, keys: [...new Set(columns)], rows: rows.length };
  const keys = Object.keys(rows[0] ?? {});
  if (!rows.every((row) => sameKeys(row, keys))) throw keysMustMatch();
  return { json, keys, rows: rows.length };
}

/** The arguments of a function called by POST: an object, or nothing at all. Throws PGRST102. */
export function parseArguments(body: string): Payload {
  if (body.trim() === "") return { json: "{}", keys: [], rows: 1 };
  const value = parseJson(body);
  if (!isObject(value)) throw invalidJson();
  return { json: body, keys: Object.keys(value), rows: 1 };
}

/**
 * The value of a body that PostgreSQL will be able to read too: it would quote one that it cannot,
 * passwords included, in its log.
 */
function parseJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    if (!escapesUnkeptText(body)) return value;
  } catch (cause) {
    throw invalidJson(null, cause);
  }
  throw invalidJson("The body escapes NUL or half of a surrogate pair, which no text can hold.");
}

/**
 * Whether valid JSON escapes NUL or half of a surrogate pair. Looks at the text and not at the
 * parsed value, which of keys that come twice has only the last.
 */
function escapesUnkeptText(json: string): boolean {
  if (!json.includes("\\u")) return false;
  for (const [, code] of json.matchAll(escapes)) {
    if (code !== undefined && /^(?:0000|d[89a-f])/i.test(code)) return true;
  }
  return false;
}

/** Each escape of a JSON text; the group is a single `\uXXXX` that is no half of a whole pair. */
const escapes = /\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|([0-9a-f]{4}))|\\./gi;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sameKeys(row: Record<string, unknown>, keys: string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

function invalidJson(details: string | null = null, cause?: unknown): ApiError {
  return restError("PGRST102", { message: "Empty or invalid json", details, cause });
}

function keysMustMatch(): ApiError {
  return restError("PGRST102", { message: "All object keys must match" });
}
