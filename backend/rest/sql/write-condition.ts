import { type Condition, compareOperators, searchOperators } from "../parse/syntax.ts";
import type { PlannedField } from "../plan/read-plan.ts";
import type { Parameters } from "./parameters.ts";
import { writeField } from "./write-field.ts";

/**
 * A filter as SQL (pgFmtFilter). Values are parameters of no stated type, so that PostgreSQL reads
 * them as the column's.
 */
export function writeCondition(
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
