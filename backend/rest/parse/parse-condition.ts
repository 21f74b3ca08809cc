import { parseQuoted } from "./parse-field.ts";
import type { Scanner } from "./scanner.ts";
import {
  type CompareOperator,
  type Condition,
  compareOperators,
  type IsValue,
  type SearchOperator,
  searchOperators,
} from "./syntax.ts";

/**
 * `not.` and an operator with its value: `eq.1`, `not.in.(a,b)`, `like(any).{a*,b*}` (pOpExpr).
 * `readValue` reads a single value: all that is left in a filter, up to `,` or `)` inside `or` and
 * `and`.
 */
export function parseCondition(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): Condition {
  const negated = scanner.accept("not.");
  const start = scanner.position;
  const word = scanner.match(/[a-z]+/y);
  if (word === "in" && scanner.accept(".")) {
    return { negated, kind: "in", values: parseList(scanner) };
  }
  if (word === "is" && scanner.accept(".")) {
    return { negated, kind: "is", value: parseIsValue(scanner) };
  }
  if (word === "isdistinct" && scanner.accept(".")) {
    return { negated, kind: "distinct", value: readValue(scanner) };
  }
  if (isSearchOperator(word)) {
    const language = parseLanguage(scanner);
    scanner.expect(".");
    return { negated, kind: "search", operator: word, language, value: readValue(scanner) };
  }
  if (isCompareOperator(word)) {
    const quantifier = quantified.has(word) ? parseQuantifier(scanner) : undefined;
    scanner.expect(".");
    return { negated, kind: "compare", operator: word, quantifier, value: readValue(scanner) };
  }
  scanner.rewind(start);
  return scanner.fail('"not" or operator (eq, gt, ...)');
}

/** The value of a filter that stands alone. */
export function readWholeValue(scanner: Scanner): string {
  return scanner.rest();
}

/**
 * The value of a filter inside `or` or `and`: quoted, a `{…}` array, or up to the next `,` or `)`
 * (pLogicSingleVal).
 */
export function readListedValue(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.peek() === '"') {
    const quoted = parseQuoted(scanner);
    if (endsListed(scanner)) return quoted;
    scanner.rewind(start);
  }
  const array = scanner.match(/\{[^{}]*\}/y);
  if (array !== "" && endsListed(scanner)) return array;
  scanner.rewind(start);
  return scanner.match(/[^,)]*/y);
}

function parseList(scanner: Scanner): string[] {
  scanner.skipSpaces();
  scanner.expect("(");
  const values: string[] = [];
  do values.push(readListElement(scanner));
  while (scanner.accept(","));
  scanner.expect(")");
  scanner.skipSpaces();
  return values.length === 1 && values[0] === "" ? [] : values;
}

function readListElement(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.peek() === '"') {
    const quoted = parseQuoted(scanner);
    if (endsListed(scanner)) return quoted;
    scanner.rewind(start);
  }
  return scanner.match(/[^,)]*/y);
}

function endsListed(scanner: Scanner): boolean {
  return scanner.done || scanner.peek() === "," || scanner.peek() === ")";
}

function parseIsValue(scanner: Scanner): IsValue {
  const start = scanner.position;
  const word = scanner.match(/[a-z_]+/iy).toLowerCase();
  if (isIsValue(word)) return word;
  scanner.rewind(start);
  return scanner.fail("isVal: (null, not_null, true, false, unknown)");
}

function parseQuantifier(scanner: Scanner): "any" | "all" | undefined {
  if (scanner.accept("(any)")) return "any";
  return scanner.accept("(all)") ? "all" : undefined;
}

function parseLanguage(scanner: Scanner): string | undefined {
  if (!scanner.accept("(")) return undefined;
  const language = scanner.match(/[\p{L}\p{N}_]+/uy);
  scanner.expect(")");
  return language;
}

const quantified: ReadonlySet<CompareOperator> = new Set<CompareOperator>([
  "eq",
  "gte",
  "gt",
  "lte",
  "lt",
  "like",
  "ilike",
  "match",
  "imatch",
]);

function isCompareOperator(word: string): word is CompareOperator {
  return Object.hasOwn(compareOperators, word);
}

function isSearchOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchOperators, word);
}

function isIsValue(word: string): word is IsValue {
  return ["null", "not_null", "true", "false", "unknown"].includes(word);
}
