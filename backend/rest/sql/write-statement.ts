import type { MediaType } from "../parse/parse-media-type.ts";
import { mayMultiply } from "../plan/plan-node.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import type { CallPlan, ReadRequestPlan, RequestPlan, WritePlan } from "../plan/request-plan.ts";
import type { RoutineArgument } from "../schema-cache/schema-cache.ts";
import { outputNames, quoteName } from "./names.ts";
import { Parameters } from "./parameters.ts";
import { writeBounded } from "./write-bounded.ts";
import { writeColumnOf } from "./write-field.ts";
import { needsWholeRow, rowsName, wholeRow } from "./write-join.ts";
import { writeBareRows, writeCount, writeNames, writeRead } from "./write-read.ts";
import { writeRows } from "./write-rows.ts";

/** SQL with `$n` for its values, which are all texts that PostgreSQL reads by the type it finds. */
export type Statement = { text: string; values: string[] };

/** The one row that every statement gives. */
export type StatementResult = {
  /** The JSON to send. */
  body: string;
  /** How many rows that JSON, or the write, has. */
  row_count: number;
  /** How many there are without the range; null when nobody asked. */
  total: number | null;
  /** For an upsert: how many rows were new. */
  inserted: number | null;
};

/**
 * Writes a plan as one SQL statement that gives one `StatementResult` (PostgREST,
 * Query/Statements.hs). `label` names the role and the version of the schema: what was prepared for
 * one is not used for another, whose plan it could not be.
 */
export function writeStatement(
  plan: RequestPlan,
  { media, label }: { media: MediaType; label: string },
): Statement {
  const parameters = new Parameters();
  const text = `/* ${label} */ ${writePlan(plan, media, parameters)}`;
  return { text, values: parameters.values };
}

function writePlan(plan: RequestPlan, media: MediaType, parameters: Parameters): string {
  switch (plan.kind) {
    case "read":
      return writeResult(plan, media, parameters);
    case "call":
      return `with ${rowsName} as materialized (${writeCall(plan, parameters)}) ${writeCallResult(plan, media, parameters)}`;
    default:
      return `with ${rowsName} as (${writeRows(plan, parameters)}) ${writeWritten(plan, media, parameters)}`;
  }
}

function writeResult(
  { read, output, countAll }: Pick<ReadRequestPlan, "read" | "output" | "countAll">,
  media: MediaType,
  parameters: Parameters,
): string {
  const { body, rows } =
    output === "rows"
      ? writeShown(read, media, parameters)
      : { body: writeNames(read, parameters), rows: `(${writeBareRows(read, parameters)})` };
  const total = countAll ? writeTotal(read, parameters) : "null::int4";
  return `select ${body} as body, count(*)::int4 as row_count, ${total} as total, null::int4 as inserted from ${rows} as r`;
}

/** Without a range the page is all there is, and is counted anyway. */
function writeTotal(read: ReadPlan, parameters: Parameters): string {
  const isWhole = read.limit === null && read.offset === 0;
  return isWhole ? "count(*)::int4" : `${writeCount(read, parameters)}::int4`;
}

function writeCallResult(plan: CallPlan, media: MediaType, parameters: Parameters): string {
  if (plan.routine.result.kind === "rows") return writeResult(plan, media, parameters);
  const rows = writeScalars(plan.read, parameters);
  const isSilent = plan.output === "none" || plan.routine.result.kind === "void";
  const body = isSilent ? "''" : writeBody(oneOf(media, "r.value"), ["value"], media, parameters);
  const total = plan.countAll ? writeTotal(plan.read, parameters) : "null::int4";
  return `select ${body} as body, count(*)::int4 as row_count, ${total} as total, null::int4 as inserted from (${rows}) as r`;
}

/** A set of scalars has a range, but no columns to select, filter or order by. */
function writeScalars(read: ReadPlan, parameters: Parameters): string {
  return writeRead({ ...read, columns: [{ field: null, name: "*" }], embeds: [] }, parameters);
}

function writeWritten(plan: WritePlan, media: MediaType, parameters: Parameters): string {
  const isCounted = plan.kind === "insert" && plan.conflict?.action === "merge";
  const inserted = isCounted
    ? "nullif(current_setting('pgrst.inserted', true), '')::int4"
    : "null::int4";
  const { body, rows } =
    plan.output === "rows"
      ? writeShown(plan.read, media, parameters)
      : { body: "''", rows: rowsName };
  return `select ${body} as body, count(*)::int4 as row_count, null::int4 as total, ${inserted} as inserted from ${rows} as r`;
}

/**
 * The rows of a plan and the body made of them, both of what is called r; rows that may be large
 * beyond measure are added up one by one.
 */
function writeShown(
  read: ReadPlan,
  media: MediaType,
  parameters: Parameters,
): { body: string; rows: string } {
  const rows = writeRead(read, parameters);
  const names = outputNames(read);
  if (!mayMultiply(read)) {
    return { body: writeBody(oneOf(media, "r.*"), names, media, parameters), rows: `(${rows})` };
  }
  const type = media.shape === "csv" ? "text" : "json";
  const bounded = writeBounded(rows, { value: oneOf(media, "row_to_json(r.*)"), type });
  return { body: writeBody("r.one", names, media, parameters), rows: bounded };
}

/**
 * What stands in the body for a row: `json`, or the line that PostgreSQL writes, without its
 * parentheses.
 */
function oneOf({ shape }: MediaType, json: string): string {
  return shape === "csv" ? "substr(r::text, 2, length(r::text) - 2)" : json;
}

function writeBody(
  value: string,
  names: string[],
  { shape, nulls }: MediaType,
  parameters: Parameters,
): string {
  if (shape === "csv") {
    const head = parameters.add(names.map(quoteForCsv).join(","));
    return `${head}::text || e'\\n' || coalesce(string_agg(${value}, e'\\n'), '')`;
  }
  const rows = nulls === "stripped" ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`;
  return `coalesce(${rows}::text, '[]')`;
}

function quoteForCsv(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The call of a function, as rows; what is no row is a column called `value` (callPlanToQuery). */
function writeCall(plan: CallPlan, parameters: Parameters): string {
  const { source, args } = writeArguments(plan, parameters);
  const call = `public.${quoteName(plan.routine.name)}(${args})`;
  if (plan.routine.result.kind === "rows") {
    return `select ${writeCalled(plan)} from ${source}${call} as called`;
  }
  return `select called.value from ${source}(select ${call} as value) as called`;
}

/**
 * The rows of the function, with what their table's functions compute from them where that is
 * asked.
 */
function writeCalled({ computed, read }: CallPlan): string {
  const extra = computed.map(
    (column) => `${writeColumnOf("called", column)} as ${quoteName(column.name)}`,
  );
  const row = needsWholeRow(read) ? [`called as ${wholeRow}`] : [];
  return ["called.*", ...extra, ...row].join(", ");
}

function writeArguments(
  { args }: CallPlan,
  parameters: Parameters,
): { source: string; args: string } {
  if (args.kind === "whole") {
    return { source: "", args: `${parameters.add(args.body)}::${args.type}` };
  }
  if (args.kind === "texts") {
    const texts = args.args.map(({ argument, value }) =>
      writeArgument(argument, `${parameters.add(value)}::${argument.type}`),
    );
    return { source: "", args: texts.join(", ") };
  }
  if (args.args.length === 0) return { source: "", args: "" };
  const types = args.args.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const named = args.args.map((arg) => writeArgument(arg, `sent.${quoteName(arg.name)}`));
  return {
    source: `json_to_record(${parameters.add(args.json)}::json) as sent (${types}), lateral `,
    args: named.join(", "),
  };
}

function writeArgument({ name, variadic }: RoutineArgument, value: string): string {
  return `${variadic ? "variadic " : ""}${quoteName(name)} := ${value}`;
}
