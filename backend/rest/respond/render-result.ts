import { z } from "zod";
import type { RestRequest } from "../parse/parse-request.ts";
import type { Range } from "../parse/syntax.ts";
import type { RequestPlan } from "../plan/request-plan.ts";
import { restError } from "../rest-error.ts";
import type { StatementResult } from "../sql/write-statement.ts";

/**
 * The Location of the one row that an insert made: `/books?id=eq.…`. `body` holds its primary key;
 * null when there is not one row with one.
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

type Outcome = { request: RestRequest; plan: RequestPlan; result: StatementResult };

/** What is sent back; plain, so that the server can write it without further copies. */
export type Answer = { headers: Record<string, string> } & (
  | { status: 200 | 201 | 206; body: string }
  | { status: 200 | 201 | 204 | 206; body: null }
);

/**
 * The HTTP answer to what a statement gave (PostgREST, Response.hs). Throws PGRST103 for an offset
 * beyond the last row and what `checkResult` throws.
 */
export function renderResult(outcome: Outcome): Answer {
  checkResult(outcome.request, outcome.result);
  switch (outcome.plan.kind) {
    case "insert":
      return renderInserted(outcome);
    case "update":
    case "delete":
      return renderChanged(outcome);
    default:
      return renderRows(outcome);
  }
}

/**
 * What only the result shows to be wrong; asked before a write is committed, so that a refusal
 * changes nothing. Throws PGRST116 when one object was asked and not exactly one row came, PGRST124
 * when more rows changed than `max-affected` allows.
 */
export function checkResult(
  { media, preferences }: RestRequest,
  { row_count }: StatementResult,
): void {
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

function renderRows({ request, plan, result }: Outcome): Answer {
  const { read } = plan;
  const last = read.offset + result.row_count - 1;
  const headers = headersFor(request, contentRange(read.offset, last, result.total));
  if (plan.kind === "call" && plan.routine.result.kind === "void") {
    return { status: 204, headers, body: null };
  }
  const status = rangeStatus(read, result);
  const isSingle = plan.kind === "call" && !plan.routine.isSet;
  return renderBody({ request, plan, result }, { status, headers, isSingle });
}

function renderInserted({ request, plan, result }: Outcome): Answer {
  const headers = headersFor(request, contentRange(1, 0, counted(request, result)));
  const isUpdate = result.inserted !== null && result.inserted <= 0;
  if (request.preferences.return === "headers-only") {
    const location =
      request.media.shape === "csv" ? null : writeLocation(request.name, result.body);
    if (location) headers.Location = location;
    return { status: isUpdate ? 200 : 201, headers, body: null };
  }
  return renderBody({ request, plan, result }, { status: isUpdate ? 200 : 201, headers });
}

function renderChanged({ request, plan, result }: Outcome): Answer {
  const total = counted(request, result);
  const range =
    plan.kind === "update"
      ? contentRange(0, result.row_count - 1, total)
      : contentRange(1, 0, total);
  const headers = headersFor(request, range);
  if (request.preferences.return !== "representation") {
    return { status: 204, headers, body: null };
  }
  return renderBody({ request, plan, result }, { status: 200, headers });
}

const contentTypes = {
  array: "application/json",
  object: "application/vnd.pgrst.object+json",
  csv: "text/csv",
};

type RowsAnswer = {
  status: 200 | 201 | 206;
  headers: Record<string, string>;
  isSingle?: boolean;
};

function renderBody(
  { request, plan, result }: Outcome,
  { status, headers, isSingle = false }: RowsAnswer,
): Answer {
  if (plan.output === "none") return { status, headers, body: null };
  const { shape } = request.media;
  headers["Content-Type"] = `${contentTypes[shape]}; charset=utf-8`;
  const isOne = shape === "object" || (shape === "array" && isSingle);
  const body = isOne ? result.body.slice(1, -1) || "null" : result.body;
  return { status, headers, body };
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

function rangeStatus({ offset }: Range, { row_count, total }: StatementResult): 200 | 206 {
  if (total === null || row_count >= total) return 200;
  if (offset <= total) return 206;
  throw restError("PGRST103", {
    message: "Requested range not satisfiable",
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { "Content-Range": `*/${total}` },
  });
}
