import { z } from "zod";
import { maxCountedRows } from "../../limits.ts";
import type { Range } from "../parse/parse-query.ts";
import type { RestRequest } from "../parse/parse-request.ts";
import { restError } from "../rest-error.ts";
import type { Statement, StatementResult } from "../sql/write-statement.ts";

/**
 * The Location header of a single inserted row: `/books?id=eq.…`. `body` holds its primary key.
 * Null for several rows or no primary key.
 */
function writeLocation(table: string, body: string): string | null {
  const rows = Rows.safeParse(JSON.parse(body));
  if (!rows.success) return null;
  const search = new URLSearchParams(
    Object.entries(rows.data[0]).map(([name, value]) => [name, `eq.${value}`]),
  );
  return search.size === 0 ? null : `/${encodeURIComponent(table)}?${search}`;
}

const Rows = z.tuple([z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))]);

type Outcome = { request: RestRequest; statement: Statement; result: StatementResult };

/** The response as plain data, so that the server can write it without copying. */
export type Answer = { headers: Record<string, string> } & (
  | { status: 200 | 201 | 206; body: string }
  | { status: 200 | 201 | 204 | 206; body: null }
);

/**
 * Renders the response for a statement's result (PostgREST, Response.hs). Throws PGRST103 for an
 * offset beyond the last row, and what `checkResult` throws.
 */
export function renderResult(outcome: Outcome): Answer {
  checkResult(outcome.request, outcome.result);
  switch (outcome.request.kind) {
    case "insert":
      return renderInserted(outcome);
    case "update":
    case "delete":
      return renderChanged(outcome);
    default:
      return renderRows(outcome, outcome.request.range);
  }
}

/**
 * Checks what only the result shows; runs before a write commits, so that an error changes nothing.
 * Throws PGRST116 if one object was requested but there is not exactly one row, PGRST124 if more
 * rows changed than `max-affected` allows.
 */
export function checkResult({ media, preferences }: RestRequest, { row_count }: StatementResult) {
  if (media.shape === "object" && row_count !== 1) {
    throw restError("PGRST116", {
      message: "Cannot coerce the result to a single JSON object",
      details: `The result contains ${row_count} rows`,
    });
  }
  if (preferences.maxAffected !== null && row_count > preferences.maxAffected) {
    throw restError("PGRST124", {
      message: "Query result exceeds max-affected preference constraint",
      details: `The query affects ${row_count} rows`,
    });
  }
}

function renderRows(outcome: Outcome, range: Range): Answer {
  const { request, statement, result } = outcome;
  const last = range.offset + result.row_count - 1;
  const total = totalOf(result);
  const headers = headersFor(request, contentRange(range.offset, last, total));
  if (statement.output === "void") return { status: 204, headers, body: null };
  return renderBody(outcome, rangeStatus(range, result.row_count, total), headers);
}

function renderInserted(outcome: Outcome): Answer {
  const { request, result } = outcome;
  const headers = headersFor(request, contentRange(1, 0, counted(request, result)));
  const status = result.inserted !== null && result.inserted <= 0 ? 200 : 201;
  if (request.preferences.return !== "headers-only") return renderBody(outcome, status, headers);
  const isCsv = request.media.shape === "csv";
  const location = isCsv ? null : writeLocation(request.name, result.body);
  if (location) headers.Location = location;
  return { status, headers, body: null };
}

function renderChanged(outcome: Outcome): Answer {
  const { request, result } = outcome;
  const last = request.kind === "update" ? result.row_count - 1 : -1;
  const range = contentRange(0, last, counted(request, result));
  const headers = headersFor(request, range);
  if (request.preferences.return === "representation") return renderBody(outcome, 200, headers);
  return { status: 204, headers, body: null };
}

const contentTypes = {
  array: "application/json",
  object: "application/vnd.pgrst.object+json",
  csv: "text/csv",
};

function renderBody(
  { request, statement, result }: Outcome,
  status: 200 | 201 | 206,
  headers: Record<string, string>,
): Answer {
  if (statement.output === "none") return { status, headers, body: null };
  const { shape } = request.media;
  headers["Content-Type"] = `${contentTypes[shape]}; charset=utf-8`;
  const isOne = shape === "object" || (shape === "array" && statement.output === "one");
  return { status, headers, body: isOne ? result.body.slice(1, -1) || "null" : result.body };
}

function headersFor({ preferences, kind }: RestRequest, range: string): Record<string, string> {
  const ignored = kind === "read" || kind === "call" ? /^(return|resolution|missing)=/ : /^$/;
  const applied = preferences.applied.filter((preference) => !ignored.test(preference));
  if (applied.length === 0) return { "Content-Range": range };
  return { "Content-Range": range, "Preference-Applied": applied.join(", ") };
}

function counted({ preferences }: RestRequest, { row_count }: StatementResult): number | null {
  return preferences.count ? row_count : null;
}

function contentRange(first: number, last: number, total: number | null): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : "*";
  return `${rows}/${total ?? "*"}`;
}

/** Uses PostgreSQL's estimate only beyond the limit of counting (PostgREST, MainTx.hs). */
function totalOf(result: StatementResult): number | null {
  const guess = result["QUERY PLAN"]?.[0].Plan["Plan Rows"] ?? 0;
  const { total } = result;
  return total !== null && total > maxCountedRows ? Math.max(total, guess) : total;
}

function rangeStatus({ offset }: Range, row_count: number, total: number | null): 200 | 206 {
  if (total === null || row_count >= total) return 200;
  if (offset <= total) return 206;
  throw restError("PGRST103", {
    message: "Requested range not satisfiable",
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { "Content-Range": `*/${total}` },
  });
}
