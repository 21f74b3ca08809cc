import type { ApiError } from "../../http/api-error.ts";
import { restError } from "../rest-error.ts";

/** A JSON body for PostgreSQL: always an array of objects with the same keys. */
export type Payload = { json: string; keys: string[]; rows: number };

/**
 * Parses the body of an insert or update (getPayload). With the `columns` parameter, objects may
 * miss keys or have extra ones. Throws PGRST102.
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

/**
 * Parses the arguments of a function called by POST: an object or an empty body. Throws PGRST102.
 */
export function parseArguments(body: string): Payload {
  if (body.trim() === "") return { json: "{}", keys: [], rows: 1 };
  const value = parseJson(body);
  if (!isObject(value)) throw invalidJson();
  return { json: body, keys: Object.keys(value), rows: 1 };
}

/**
 * Only accepts JSON that PostgreSQL can read too: it would log a body that it cannot, including
 * passwords.
 */
function parseJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    if (!escapesUnstorableText(body)) return value;
  } catch (cause) {
    throw invalidJson(null, cause);
  }
  throw invalidJson("The body escapes NUL or half of a surrogate pair, which no text can hold.");
}

/**
 * Whether valid JSON contains an escaped NUL or lone surrogate. Checks the text, because the parsed
 * value only has the last of duplicate keys.
 */
function escapesUnstorableText(json: string): boolean {
  if (!json.includes("\\u")) return false;
  for (const [, code] of json.matchAll(escapes)) {
    if (code !== undefined && /^(?:0000|d[89a-f])/i.test(code)) return true;
  }
  return false;
}

/**
 * Matches each escape of a JSON text. The group is a `\uXXXX` that is not part of a surrogate pair.
 */
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
