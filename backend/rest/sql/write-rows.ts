import type { WritePlan } from "../plan/request-plan.ts";
import type { Column } from "../schema-cache/schema-cache.ts";
import { quoteName } from "./names.ts";
import type { Parameters } from "./parameters.ts";
import { writeColumnOf } from "./write-field.ts";
import { needsWholeRow, wholeRow } from "./write-join.ts";
import { writeLogic } from "./write-read.ts";

/** The alias of the table that is written; filters of a plan's source speak of it. */
const target = "t0";

/**
 * The insert, update or delete itself, giving back what the representation needs
 * (mutatePlanToQuery).
 */
export function writeRows(plan: WritePlan, parameters: Parameters): string {
  const table = `public.${quoteName(plan.table)} as ${target}`;
  const returning = ` returning ${writeReturning(plan)}`;
  switch (plan.kind) {
    case "insert":
      return `insert into ${table}${writeInsert(plan, parameters)}${returning}`;
    case "update":
      if (plan.columns.length === 0)
        return `select ${writeReturning(plan)} from ${table} where false`;
      return `update ${table} set ${writeAssignments(plan.columns, "body")} from ${writeBody(plan, parameters)}${writeWhere(plan, parameters)}${returning}`;
    case "delete":
      return `delete from ${table}${writeWhere(plan, parameters)}${returning}`;
  }
}

type InsertPlan = Extract<WritePlan, { kind: "insert" }>;
type BodyPlan = Extract<WritePlan, { kind: "insert" | "update" }>;

function writeInsert(plan: InsertPlan, parameters: Parameters): string {
  const counted = plan.conflict?.action === "merge" ? ` where ${countInserted("+", "0")}` : "";
  if (plan.columns.length === 0) {
    return ` select from json_array_elements(${parameters.add(plan.json)}::json)${writeConflict(plan)}`;
  }
  const names = plan.columns.map(({ name }) => quoteName(name)).join(", ");
  const values = plan.columns.map(({ name }) => `body.${quoteName(name)}`).join(", ");
  return ` (${names}) select ${values} from ${writeBody(plan, parameters)}${counted}${writeConflict(plan)}`;
}

function writeConflict({ conflict, columns }: InsertPlan): string {
  if (!conflict) return "";
  const names = conflict.columns.map(({ name }) => quoteName(name)).join(", ");
  const onConflict = ` on conflict (${names}) do`;
  if (conflict.action === "ignore" || columns.length === 0) return `${onConflict} nothing`;
  return `${onConflict} update set ${writeAssignments(columns, "excluded")} where ${countInserted("-", "-1")}`;
}

/**
 * Counts up for every row that is to be inserted and down again for one that turns out to be an
 * update; always true. PostgREST's way to tell 201 from 200 that needs no privilege to read the
 * table.
 */
function countInserted(sign: "+" | "-", never: string): string {
  return `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${sign} 1)::text, true) <> '${never}'`;
}

/**
 * The JSON of the body as rows of the table's types, so that the statement is the same for one row
 * and for many.
 */
function writeBody(plan: BodyPlan, parameters: Parameters): string {
  const types = plan.columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  if (!plan.useDefaults) {
    return `json_to_recordset(${parameters.add(plan.json)}::json) as body (${types})`;
  }
  const defaults = writeDefaults(plan.columns, parameters);
  return `jsonb_array_elements(${parameters.add(plan.json)}::jsonb) as sent (value), lateral jsonb_to_record(${defaults} || sent.value) as body (${types})`;
}

function writeDefaults(columns: Column[], parameters: Parameters): string {
  const pairs = columns.flatMap(({ name, fallback }) =>
    fallback === null ? [] : [`${parameters.add(name)}::text, ${fallback}`],
  );
  return `jsonb_build_object(${pairs.join(", ")})`;
}

function writeAssignments(columns: Column[], from: "body" | "excluded"): string {
  return columns.map(({ name }) => `${quoteName(name)} = ${from}.${quoteName(name)}`).join(", ");
}

function writeWhere(
  { where }: Extract<WritePlan, { kind: "update" | "delete" }>,
  parameters: Parameters,
): string {
  return ` where ${where.map((logic) => writeLogic(target, logic, parameters)).join(" and ")}`;
}

function writeReturning({ returning, output, read }: WritePlan): string {
  const row = needsWholeRow(read) ? [`${target} as ${wholeRow}`] : [];
  if (output === "none") return "1";
  if (returning === "all") return [`${target}.*`, ...row].join(", ");
  const columns = returning.map(
    (column) => `${writeColumnOf(target, column)} as ${quoteName(column.name)}`,
  );
  return [...columns, ...row].join(", ") || "1";
}
