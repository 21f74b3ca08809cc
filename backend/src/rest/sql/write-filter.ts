import {
  type Condition,
  compareOperators,
  type Filter,
  type Logic,
  searchOperators,
} from "../parse/parse-filter.ts";
import type { Query } from "../parse/parse-query.ts";
import type { OrderTerm } from "../parse/parse-select.ts";
import type { Field } from "../parse/scanner.ts";
import { restError } from "../rest-error.ts";
import { type Draft, findColumn, parameter, writeField } from "./source.ts";
import { writeCut, writeExists, writeFrom } from "./write-read.ts";
import { type Embed, refuseSize, type Selection, setRange } from "./write-select.ts";

const maxTests = 6;

/**
 * Applies filters, orders and ranges to the selections at their paths; the root's range is left to
 * the caller. Deeper embeds come first, because filters on an embed repeat its own filters. Throws
 * 42703, PGRST108, PGRST118, PGRST120 and PGRST127.
 */
export function applyQuery(draft: Draft, root: Selection, query: Omit<Query, "select">): void {
  for (const { path, value } of query.logic.toSorted((a, b) => b.path.length - a.path.length)) {
    const selection = findSelection(root, path);
    selection.where.push(writeLogic(draft, selection, value));
  }
  for (const { path, value } of query.order) {
    const selection = findSelection(root, path);
    selection.order.push(...value.map((term) => writeOrder(draft, selection, term)));
  }
  for (const { path, value } of query.ranges.values()) {
    if (path.length > 0) setRange(draft, findSelection(root, path), value);
  }
}

function findSelection(root: Selection, path: string[]): Selection {
  return path.reduce((selection, name) => requireEmbed(selection, name).selection, root);
}

function requireEmbed(selection: Selection, name: string): Embed {
  const embed = findEmbed(selection, name);
  if (embed) return embed;
  throw restError("PGRST108", {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

/** Finds an embed by its name or alias, else by its target, PostgREST's older way. */
function findEmbed({ embeds }: Selection, name: string): Embed | undefined {
  return (
    embeds.find((embed) => embed.name === name) ?? embeds.find(({ target }) => target === name)
  );
}

function writeLogic(draft: Draft, selection: Selection, logic: Logic): string {
  if (logic.kind === "group") {
    const terms = logic.terms.map((term) => writeLogic(draft, selection, term));
    return `${logic.negated ? "not " : ""}(${terms.join(` ${logic.operator} `)})`;
  }
  const { field, condition } = logic;
  // `books=not.is.null` tests whether an embed has any rows.
  const isColumn = field.path.length > 0 || selection.source.columns.has(field.name);
  const embed = isColumn ? undefined : findEmbed(selection, field.name);
  if (embed) return writeNullFilter(draft, embed, logic);
  selection.used.add(field.name);
  const test = writeTest(draft, selection, field, condition);
  return condition.negated ? `not (${test})` : test;
}

function writeNullFilter(draft: Draft, embed: Embed, { field, condition }: Filter): string {
  if (condition.kind !== "is" || !["null", "not_null"].includes(condition.value)) {
    throw restError("PGRST120", {
      message: `Bad operator on the '${field.name}' embedded resource`,
      details: "Only is null or not is null filters are allowed on embedded resources",
    });
  }
  countTest(draft);
  const exists = (condition.value === "null") === condition.negated;
  return `${exists ? "" : "not "}${writeExists(embed)}`;
}

/**
 * Writes a filter as SQL (pgFmtFilter). Values are untyped parameters, so that PostgreSQL infers
 * the column's type.
 */
function writeTest(draft: Draft, selection: Selection, field: Field, condition: Condition): string {
  const left = writeField(draft, selection, field);
  switch (condition.kind) {
    case "compare": {
      const operator = compareOperators[condition.operator];
      const isPattern = operator === "like" || operator === "ilike";
      const value = isPattern ? condition.value.replaceAll("*", "%") : condition.value;
      const right = parameter(draft, value);
      const { quantifier } = condition;
      return `${left} ${operator} ${quantifier ? `${quantifier} (${right})` : right}`;
    }
    case "in":
      return `${left} = any (${parameter(draft, arrayLiteral(condition.values))})`;
    case "is":
      return `${left} is ${condition.value === "not_null" ? "not null" : condition.value}`;
    case "distinct":
      return `${left} is distinct from ${parameter(draft, condition.value)}`;
    case "search": {
      const { language, operator, value } = condition;
      const words = language === undefined ? "" : `${parameter(draft, language)}::regconfig, `;
      const { type } = findColumn(selection.source, field.name);
      const isVector = type === "tsvector" && field.path.length === 0;
      const vector = isVector ? left : `to_tsvector(${words}${left})`;
      return `${vector} @@ ${searchOperators[operator]}(${words}${parameter(draft, value)})`;
    }
  }
}

/**
 * An array literal as a single parameter, so that the statement is the same for any number of
 * values.
 */
function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

function writeOrder(draft: Draft, selection: Selection, term: OrderTerm): string {
  const { relation, field, direction, nulls } = term;
  if (relation === undefined) selection.used.add(field.name);
  const value =
    relation === undefined
      ? writeField(draft, selection, field)
      : writeRelated(draft, selection, relation, field);
  return `${value} ${direction}${nulls ? ` nulls ${nulls}` : ""}`;
}

function writeRelated(draft: Draft, parent: Selection, relation: string, field: Field): string {
  const embed = requireEmbed(parent, relation);
  if (!embed.isToOne) {
    throw restError("PGRST118", {
      message: `A related order on '${relation}' is not possible`,
      details: `'${parent.source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  countTest(draft);
  const value = writeField(draft, embed.selection, field);
  return `(select ${value}${writeFrom(embed.selection, embed)}${writeCut(embed)})`;
}

/** Each filter or order on an embed repeats all filters of it and of the embeds inside it. */
function countTest(draft: Draft): void {
  draft.tests += 1;
  if (draft.tests <= maxTests) return;
  throw refuseSize(`Embedded resources are tested, or ordered by, at most ${maxTests} times.`);
}
