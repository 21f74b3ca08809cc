import type {
  Embed,
  OutputColumn,
  PlannedLogic,
  PlannedOrder,
  ReadPlan,
  ReadSource,
} from "../plan/read-plan.ts";
import type { ColumnPair } from "../schema-cache/schema-cache.ts";
import type { Parameters } from "./parameters.ts";
import { quoteName } from "./quote-name.ts";
import { writeCondition } from "./write-condition.ts";
import { writeField } from "./write-field.ts";

/** The name of the common table expression that holds what a write or a function gave. */
export const rowsName = "given_rows";

/** The rows of a plan, embeds as JSON columns (readPlanToQuery). `joined` ties an embedded plan to its parent. */
export function writeRead(plan: ReadPlan, parameters: Parameters, joined?: JoinedFrom): string {
  const columns = [
    ...plan.columns.map((column) => writeColumn(plan.alias, column, parameters)),
    ...plan.embeds
      .filter(({ isShown }) => isShown)
      .map((embed) => writeEmbed(plan.alias, embed, parameters)),
  ];
  return `select ${columns.join(", ")}${writeFrom(plan, parameters, joined)}${writeOrder(plan, parameters)}${writeRange(plan, parameters)}`;
}

/** The rows of a plan without their contents: what is counted. */
export function writeBareRows(plan: ReadPlan, parameters: Parameters): string {
  return `select 1${writeFrom(plan, parameters)}${writeRange(plan, parameters)}`;
}

/** How many rows a plan has regardless of its range, as a scalar (readPlanToCountQuery). */
export function writeCount(plan: ReadPlan, parameters: Parameters): string {
  return `(select count(*)${writeFrom(plan, parameters)})`;
}

/** Filters as conditions on `alias`. */
export function writeLogic(alias: string, logic: PlannedLogic, parameters: Parameters): string {
  switch (logic.kind) {
    case "filter":
      return writeCondition(alias, logic.field, logic.condition, parameters);
    case "embedded":
      return `${logic.exists ? "" : "not "}${writeExists(alias, logic.embed, parameters)}`;
    case "group": {
      const terms = logic.terms.map((term) => writeLogic(alias, term, parameters));
      return `${logic.negated ? "not " : ""}(${terms.join(` ${logic.operator} `)})`;
    }
  }
}

/** What an embedded plan adds to its `from` and `where`. */
type JoinedFrom = { tables: string; conditions: string[] };

function writeColumn(
  alias: string,
  { field, cast, name }: OutputColumn,
  parameters: Parameters,
): string {
  if (field === null) return `${alias}.*`;
  const value = writeField(alias, field, parameters);
  return `${cast === undefined ? value : `cast(${value} as ${cast})`} as ${quoteName(name)}`;
}

function writeEmbed(parent: string, embed: Embed, parameters: Parameters): string {
  const rows = writeRead(embed.plan, parameters, joinTo(parent, embed));
  const json = embed.isToOne
    ? `(select row_to_json(r.*) from (${rows}) as r)`
    : `coalesce((select json_agg(r.*) from (${rows}) as r), '[]')`;
  return `${json} as ${quoteName(embed.name)}`;
}

function writeFrom(plan: ReadPlan, parameters: Parameters, joined?: JoinedFrom): string {
  const conditions = [
    ...(joined?.conditions ?? []),
    ...plan.where.map((logic) => writeLogic(plan.alias, logic, parameters)),
    ...plan.embeds
      .filter(({ isInner }) => isInner)
      .map((embed) => writeExists(plan.alias, embed, parameters)),
  ];
  const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  return ` from ${writeSource(plan.source)} as ${plan.alias}${joined?.tables ?? ""}${where}`;
}

function writeExists(parent: string, embed: Embed, parameters: Parameters): string {
  return `exists (select 1${writeFrom(embed.plan, parameters, joinTo(parent, embed))})`;
}

function writeSource(source: ReadSource): string {
  return source.kind === "rows" ? rowsName : `public.${quoteName(source.name)}`;
}

function joinTo(parent: string, { join, plan }: Embed): JoinedFrom {
  if (join.kind === "direct") {
    return { tables: "", conditions: writePairs(parent, plan.alias, join.columns) };
  }
  const junction = `${plan.alias}j`;
  return {
    tables: `, public.${quoteName(join.table)} as ${junction}`,
    conditions: [
      ...writePairs(parent, junction, join.fromColumns),
      ...writePairs(junction, plan.alias, join.toColumns),
    ],
  };
}

function writePairs(left: string, right: string, pairs: ColumnPair[]): string[] {
  return pairs.map(([own, other]) => `${left}.${quoteName(own)} = ${right}.${quoteName(other)}`);
}

function writeOrder(plan: ReadPlan, parameters: Parameters): string {
  if (plan.order.length === 0) return "";
  const terms = plan.order.map((term) => writeOrderTerm(plan.alias, term, parameters));
  return ` order by ${terms.join(", ")}`;
}

function writeOrderTerm(
  alias: string,
  { field, embed, direction, nulls }: PlannedOrder,
  parameters: Parameters,
): string {
  const value = embed
    ? `(select ${writeField(embed.plan.alias, field, parameters)}${writeFrom(embed.plan, parameters, joinTo(alias, embed))})`
    : writeField(alias, field, parameters);
  return `${value} ${direction}${nulls ? ` nulls ${nulls}` : ""}`;
}

function writeRange({ limit, offset }: ReadPlan, parameters: Parameters): string {
  const limited = limit === null ? "" : ` limit ${parameters.add(String(limit))}`;
  return offset === 0 ? limited : `${limited} offset ${parameters.add(String(offset))}`;
}
