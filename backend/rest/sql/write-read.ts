import { type Condition, compareOperators, searchOperators } from "../parse/syntax.ts";
import { mayMultiply } from "../plan/plan-node.ts";
import type {
  Embed,
  OutputColumn,
  PlannedField,
  PlannedLogic,
  PlannedOrder,
  ReadPlan,
} from "../plan/read-plan.ts";
import { outputNames, quoteName } from "./names.ts";
import type { Parameters } from "./parameters.ts";
import { writeBounded } from "./write-bounded.ts";
import { writeField } from "./write-field.ts";
import { type JoinedFrom, joinTo, writeSource } from "./write-join.ts";

/**
 * The rows of a plan, embeds as JSON columns (readPlanToQuery). `joined` ties an embedded plan to
 * its parent.
 */
export function writeRead(plan: ReadPlan, parameters: Parameters, joined?: JoinedFrom): string {
  const shown = plan.embeds.filter(({ isShown }) => isShown);
  const columns = [
    ...plan.columns.map((column) => writeColumn(plan.alias, column, parameters)),
    ...shown.flatMap((embed) =>
      embed.isSpread ? writeSpreadColumns(embed) : writeEmbed(plan.alias, embed, parameters),
    ),
  ];
  const spreads = shown
    .filter(({ isSpread }) => isSpread)
    .map((embed) => writeSpread(plan.alias, embed, parameters));
  return `select ${columns.join(", ")}${writeFrom(plan, parameters, joined, spreads.join(""))}${writeOrder(plan, parameters)}${writeRange(plan, parameters)}`;
}

/** The rows of a plan without their contents: what is counted. */
export function writeBareRows(plan: ReadPlan, parameters: Parameters): string {
  return `select 1${writeFrom(plan, parameters)}${writeRange(plan, parameters)}`;
}

/**
 * All that a plan names, as a text that is always empty: PostgreSQL asks whether the role may read
 * it as if the rows were sent, and makes none of them. As a whole row of a subquery, since of its
 * columns those that nobody reads would be forgotten before they are asked about.
 */
export function writeNames(plan: ReadPlan, parameters: Parameters): string {
  const none = writeRead({ ...plan, where: [], limit: 0, offset: 0 }, parameters);
  return `coalesce((select r::text from (${none}) as r), '')`;
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
    ? `(select row_to_json(r.*) from (${rows}) as r${writeCut(embed)})`
    : `coalesce((${writeList(embed.plan, rows)}), '[]')`;
  return `${json} as ${quoteName(embed.name)}`;
}

function writeList(plan: ReadPlan, rows: string): string {
  if (!mayMultiply(plan)) return `select json_agg(r.*) from (${rows}) as r`;
  const bounded = writeBounded(rows, { value: "row_to_json(r.*)", type: "json" });
  return `select json_agg(r.one) from ${bounded} as r`;
}

/**
 * A spread embed beside its parent's row; its columns go by position, since names may come twice.
 */
function writeSpread(parent: string, embed: Embed, parameters: Parameters): string {
  const rows = writeRead(embed.plan, parameters, joinTo(parent, embed));
  const places = outputNames(embed.plan).map((_, place) => `c${place}`);
  const named = `(${places.join(", ")})`;
  const lists = places.map((place) => `coalesce(json_agg(r.${place}), '[]')`).join(", ");
  const source = embed.isToOne
    ? `select * from (${rows}) as r${writeCut(embed)}`
    : `select ${lists} from (${rows}) as r ${named}`;
  return ` left join lateral (${source}) as ${spreadAlias(embed)} ${named} on true`;
}

function writeSpreadColumns(embed: Embed): string[] {
  return outputNames(embed.plan).map(
    (name, place) => `${spreadAlias(embed)}.c${place} as ${quoteName(name)}`,
  );
}

function spreadAlias({ plan }: Embed): string {
  return `${plan.alias}s`;
}

/** Foreign keys lead to one row; a view may show it twice, and a function promises nothing. */
function writeCut({ isCut }: Embed): string {
  return isCut ? " limit 1" : "";
}

function writeFrom(
  plan: ReadPlan,
  parameters: Parameters,
  joined?: JoinedFrom,
  spreads = "",
): string {
  const conditions = [
    ...(joined?.conditions ?? []),
    ...plan.where.map((logic) => writeLogic(plan.alias, logic, parameters)),
    ...plan.embeds
      .filter(({ isInner }) => isInner)
      .map((embed) => writeExists(plan.alias, embed, parameters)),
  ];
  const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  return ` from ${joined?.tables ?? ""}${writeSource(plan.source, joined)} as ${plan.alias}${spreads}${where}`;
}

function writeExists(parent: string, embed: Embed, parameters: Parameters): string {
  return `exists (select 1${writeFrom(embed.plan, parameters, joinTo(parent, embed))})`;
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
    ? `(select ${writeField(embed.plan.alias, field, parameters)}${writeFrom(embed.plan, parameters, joinTo(alias, embed))}${writeCut(embed)})`
    : writeField(alias, field, parameters);
  return `${value} ${direction}${nulls ? ` nulls ${nulls}` : ""}`;
}

function writeRange({ limit, offset }: ReadPlan, parameters: Parameters): string {
  const limited = limit === null ? "" : ` limit ${parameters.add(String(limit))}`;
  return offset === 0 ? limited : `${limited} offset ${parameters.add(String(offset))}`;
}

/**
 * A filter as SQL (pgFmtFilter). Values are parameters of no stated type, so that PostgreSQL reads
 * them as the column's.
 */
function writeCondition(
  alias: string,
  field: PlannedField,
  condition: Condition,
  parameters: Parameters,
): string {
  const test = writeTest(writeField(alias, field, parameters), field, condition, parameters);
  return condition.negated ? `not (${test})` : test;
}

function writeTest(
  left: string,
  field: PlannedField,
  condition: Condition,
  parameters: Parameters,
): string {
  switch (condition.kind) {
    case "compare": {
      const operator = compareOperators[condition.operator];
      const isPattern = operator === "like" || operator === "ilike";
      const value = isPattern ? condition.value.replaceAll("*", "%") : condition.value;
      const right = parameters.add(value);
      const { quantifier } = condition;
      return `${left} ${operator} ${quantifier ? `${quantifier} (${right})` : right}`;
    }
    case "in":
      return `${left} = any (${parameters.add(arrayLiteral(condition.values))})`;
    case "is":
      return `${left} is ${condition.value === "not_null" ? "not null" : condition.value}`;
    case "distinct":
      return `${left} is distinct from ${parameters.add(condition.value)}`;
    case "search": {
      const language = condition.language;
      const inLanguage = (): string =>
        language === undefined ? "" : `${parameters.add(language)}::regconfig, `;
      const isVector = field.column.type === "tsvector" && field.path.length === 0;
      const vector = isVector ? left : `to_tsvector(${inLanguage()}${left})`;
      const search = searchOperators[condition.operator];
      return `${vector} @@ ${search}(${inLanguage()}${parameters.add(condition.value)})`;
    }
  }
}

/**
 * `{"a","b"}`: an array as one parameter, so that the statement is the same for any number of
 * values.
 */
function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
