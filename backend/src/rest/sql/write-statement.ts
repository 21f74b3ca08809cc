import { maxCountedRows } from "../../limits.ts";
import type { Role } from "../../postgres/caller-statement.ts";
import type {
  CallRequest,
  ChangeRequest,
  MediaType,
  ReadRequest,
  RestRequest,
} from "../parse/parse-request.ts";
import type { Routine, SchemaCache } from "../schema-cache/schema-cache.ts";
import { type Draft, givenRows, numberParameters, parameter, tableSource } from "./source.ts";
import { findRoutine, givenSource, writeCall } from "./write-call.ts";
import { writeChange } from "./write-change.ts";
import { applyQuery } from "./write-filter.ts";
import {
  keysOf,
  maxResponseBytes,
  mayBeLarge,
  writeBounded,
  writeFrom,
  writeRead,
} from "./write-read.ts";
import { type Selection, selectFrom, setRange } from "./write-select.ts";

/** SQL with `$n` for values. The values are text; PostgreSQL infers their types. */
export type Statement = {
  text: string;
  values: string[];
  /** What the response contains: rows, a function's single result, or nothing. */
  output: "rows" | "one" | "none" | "void";
  /** An `explain` that estimates the number of rows without the range. */
  estimate: { text: string; values: string[] } | null;
};

/** The single row that every statement returns. */
export type StatementResult = {
  /** A JSON array, from which `renderBody` takes a single object; or CSV; or "". */
  body: string;
  /** The number of rows in the body or the write. */
  row_count: number;
  /** The total without the range; with an estimate, counting stops one row beyond the limit. */
  total: number | null;
  /** For an upsert: the number of new rows. */
  inserted: number | null;
  /** The result of the estimate. */
  "QUERY PLAN"?: [{ Plan: { "Plan Rows": number } }];
};

type Written = { text: string; output: Statement["output"]; estimate?: string };
type Reading = ReadRequest | CallRequest;

/**
 * Resolves every name of a request in the schema cache and writes it as one SQL statement that
 * returns a single `StatementResult` (PostgREST, Query/Statements.hs). A comment with role and
 * schema version keeps prepared plans apart. Throws the ApiErrors of PGRST1xx and PGRST2xx, 21000,
 * 42703 and 42704.
 */
export function writeStatement(cache: SchemaCache, role: Role, request: RestRequest): Statement {
  const draft: Draft = { cache, role, values: [], sources: 0, lists: 0, tests: 0 };
  const isChange = request.kind !== "read" && request.kind !== "call";
  const written: Written = isChange ? writeChanged(draft, request) : writeFound(draft, request);
  const { text, output, estimate } = written;
  const mark = `/* ${role} ${cache.version} */ `;
  return {
    ...numberParameters(draft, mark + text),
    output,
    estimate: estimate ? numberParameters(draft, mark + estimate) : null,
  };
}

/**
 * Reads a table or a function's result, with embeds; a function's embeds are those of its table.
 */
function writeFound(draft: Draft, request: Reading): Written {
  const routine = request.kind === "call" ? findRoutine(draft.cache, request) : null;
  const source = routine ? givenSource(draft.cache, routine) : tableSource(draft, request.name);
  const selection = selectFrom(draft, source, request.query.select);
  applyQuery(draft, selection, request.query);
  setRange(draft, selection, request.range);
  const output = outputOf(request, routine);
  const total = writeTotal(selection, request);
  const result = showFound(draft, selection, { request, output, gives: routine?.gives });
  const page = writeResult({ ...result, total, inserted: "null" });
  if (request.kind === "read" || !routine) {
    const estimate = `explain (format json) select 1${writeFrom(selection)}`;
    return isGuessed(request) ? { text: page, output, estimate } : { text: page, output };
  }
  const call = writeCall(draft, routine, request);
  return { text: `with ${givenRows} as (${call}) ${page}`, output };
}

function outputOf({ headersOnly, preferences }: Reading, routine: Routine | null) {
  if (routine?.gives === "nothing") return "void";
  const isMinimal = routine && preferences.applied.includes("return=minimal");
  if (headersOnly || isMinimal) return "none";
  return routine && !routine.isSet ? "one" : "rows";
}

function writeChanged(draft: Draft, request: ChangeRequest): Written {
  const { rows, selection, inserted } = writeChange(draft, request);
  const output = request.preferences.return === "minimal" ? "none" : "rows";
  const result =
    output === "rows" ? showRows(draft, selection, request.media) : { body: "''", rows: givenRows };
  const page = writeResult({ ...result, total: "null", inserted });
  return { text: `with ${givenRows} as (${rows}) ${page}`, output };
}

function showFound(
  draft: Draft,
  selection: Selection,
  { request: { media }, output, gives = "rows" }: Asked,
) {
  const isShown = output === "rows" || output === "one";
  if (gives === "rows") return isShown ? showRows(draft, selection, media) : countRows(selection);
  // Scalar results have a range, but no columns to select, filter or order by.
  const rows = writeRead({ ...selection, columns: [`${selection.alias}.*`], embeds: [] });
  const body = isShown ? writeBody(draft, media, oneOf(media, "r.value"), ["value"]) : "''";
  return { body, rows: `(${rows})` };
}

type Asked = { request: Reading; output: Statement["output"]; gives?: Routine["gives"] };

type Result = { body: string; rows: string; total: string; inserted: string };

/**
 * Rejects a body that is too large after all, such as a function's, with `PT413` before it is sent.
 */
function writeResult({ body, rows, total, inserted }: Result): string {
  const made = `select ${body} as body, count(*)::int4 as row_count, ${total}::int4 as total, ${inserted}::int4 as inserted from ${rows} as r`;
  const sent = `case when octet_length(page.body) > ${maxResponseBytes} then private.refuse_large_answer()::text else page.body end`;
  return `select ${sent} as body, page.row_count, page.total, page.inserted from (${made}) as page`;
}

/**
 * Whether PostgreSQL may estimate a large total; it cannot for functions. `planned` is treated as
 * `estimated`: an estimate of few rows could reveal some that the caller cannot see.
 */
function isGuessed({ kind, preferences: { count } }: Reading): boolean {
  return kind === "read" && (count === "planned" || count === "estimated");
}

/** Without a range, the page is the total and is counted anyway. */
function writeTotal(selection: Selection, request: Reading): string {
  if (!request.preferences.count) return "null";
  if (selection.range === "") return "count(*)";
  if (!isGuessed(request)) return `(select count(*)${writeFrom(selection)})`;
  return `(select count(*) from (select 1${writeFrom(selection)} limit ${maxCountedRows + 1}) as c)`;
}

/**
 * Counts rows without their contents. All referenced columns are selected as an always empty text,
 * so that PostgreSQL checks the right to read them. Selected as a whole row, because unused columns
 * of a subquery are dropped before the check.
 */
function countRows(selection: Selection) {
  const none = writeRead({ ...selection, where: [], range: " limit 0" });
  return {
    body: `coalesce((select r::text from (${none}) as r), '')`,
    rows: `(select 1${writeFrom(selection)}${selection.range})`,
  };
}

/**
 * SQL of the rows (aliased r) and of the body built from them. Rows that may be large are limited
 * while they are aggregated.
 */
function showRows(draft: Draft, selection: Selection, media: MediaType) {
  const rows = writeRead(selection);
  const keys = keysOf(selection);
  if (!mayBeLarge(selection)) {
    return { body: writeBody(draft, media, oneOf(media, "r.*"), keys), rows: `(${rows})` };
  }
  const type = media.shape === "csv" ? "text" : "json";
  const bounded = writeBounded(rows, { value: oneOf(media, "row_to_json(r.*)"), type });
  return { body: writeBody(draft, media, "r.one", keys), rows: bounded };
}

/**
 * SQL for one row in the body: JSON, or PostgreSQL's row text without its parentheses. Parentheses
 * within a value are quoted, so only the outer ones are trimmed.
 */
function oneOf({ shape }: MediaType, json: string): string {
  return shape === "csv" ? "btrim(r::text, '()')" : json;
}

function writeBody(draft: Draft, { shape, nulls }: MediaType, value: string, keys: string[]) {
  if (shape === "csv") {
    const head = parameter(draft, keys.map(quoteForCsv).join(","));
    return `${head}::text || e'\\n' || coalesce(string_agg(${value}, e'\\n'), '')`;
  }
  const rows = nulls === "stripped" ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`;
  return `coalesce(${rows}::text, '[]')`;
}

function quoteForCsv(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
