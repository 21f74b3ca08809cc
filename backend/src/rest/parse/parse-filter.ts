import { restError } from "../rest-error.ts";
import { type Field, parseField, parseQuoted, type Scanner } from "./scanner.ts";

/** Comparison operators and their SQL. */
export const compareOperators = {
  eq: "=",
  neq: "<>",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;

/** Quantifiers over an array, and the operators that accept them. */
const quantifiers = ["any", "all"] as const;
const quantified = ["eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"];

/** Text search operators and the functions that parse their value. */
export const searchOperators = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;

const isValues = ["null", "not_null", "true", "false", "unknown"] as const;

export type Condition = { negated: boolean } & (
  | {
      kind: "compare";
      operator: keyof typeof compareOperators;
      quantifier?: (typeof quantifiers)[number];
      value: string;
    }
  | { kind: "in"; values: string[] }
  | { kind: "is"; value: (typeof isValues)[number] }
  | { kind: "distinct"; value: string }
  | { kind: "search"; operator: keyof typeof searchOperators; language?: string; value: string }
);

export type Filter = { kind: "filter"; field: Field; condition: Condition };

export type Logic =
  | Filter
  | { kind: "group"; negated: boolean; operator: "and" | "or"; terms: Logic[] };

/** Distinguishes a filter on the result of a GET call from an argument of the function. */
export const hasOperator = new RegExp(
  `^(?:not\\.)?(?:(?:${quantified.join("|")})(?:\\((?:any|all)\\))?` +
    `|(?:${Object.keys(searchOperators).join("|")})(?:\\(\\w+\\))?` +
    `|${Object.keys(compareOperators).join("|")}|in|is|isdistinct)\\.`,
);

/**
 * Parses `not.` and an operator with its value: `eq.1`, `not.in.(a,b)`, `like(any).{a*,b*}`
 * (pOpExpr). `readValue` reads a single value: the rest of a filter, or up to `,` or `)` inside
 * `or` and `and`.
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
  if (isOperator(searchOperators, word)) {
    const language = parseLanguage(scanner);
    scanner.expect(".");
    return { negated, kind: "search", operator: word, language, value: readValue(scanner) };
  }
  if (isOperator(compareOperators, word)) {
    const quantifier = quantified.includes(word)
      ? quantifiers.find((each) => scanner.accept(`(${each})`))
      : undefined;
    scanner.expect(".");
    return { negated, kind: "compare", operator: word, quantifier, value: readValue(scanner) };
  }
  scanner.rewind(start);
  return scanner.fail('"not" or operator (eq, gt, ...)');
}

function isOperator<T extends object>(operators: T, word: PropertyKey): word is keyof T {
  return Object.hasOwn(operators, word);
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
    if (scanner.done || scanner.peek() === "," || scanner.peek() === ")") return quoted;
    scanner.rewind(start);
  }
  return scanner.match(/[^,)]*/y);
}

function parseIsValue(scanner: Scanner): (typeof isValues)[number] {
  const start = scanner.position;
  const word = scanner.match(/[a-z_]+/iy).toLowerCase();
  const known = isValues.find((value) => value === word);
  if (known) return known;
  scanner.rewind(start);
  return scanner.fail("isVal: (null, not_null, true, false, unknown)");
}

function parseLanguage(scanner: Scanner): string | undefined {
  if (!scanner.accept("(")) return undefined;
  const language = scanner.match(/[\p{L}\p{N}_]+/uy);
  scanner.expect(")");
  return language;
}

/** Parses the parenthesized terms of `or` and `and`: `(a.eq.1,not.and(b.gt.2,c.is.null))`. */
export function parseTerms(scanner: Scanner): Logic[] {
  scanner.skipSpaces();
  scanner.expect("(");
  const terms = scanner.nested(() => scanner.list(() => parseTerm(scanner)));
  scanner.expect(")");
  scanner.skipSpaces();
  return terms;
}

function parseTerm(scanner: Scanner): Logic {
  const group = scanner.match(/(?:not\.)?(?:and|or)(?=\s*\()/y);
  if (group !== "") {
    const negated = group.startsWith("not.");
    const operator = group.endsWith("and") ? "and" : "or";
    return { kind: "group", negated, operator, terms: parseTerms(scanner) };
  }
  const field = parseField(scanner);
  scanner.expect(".");
  return { kind: "filter", field, condition: parseCondition(scanner, readListedValue) };
}

/** Quoted, a `{…}` array, or up to the next `,` or `)` (pLogicSingleVal). */
function readListedValue(scanner: Scanner): string {
  return scanner.match(/\{[^{}]*\}(?=[,)]|$)/y) || readListElement(scanner);
}

/**
 * Only allows regular expressions for `match` and `imatch` made of anchors, letters, escapes, `.`
 * and plain bracket classes, up to 100 characters: any other can keep PostgreSQL busy or exhaust
 * its memory. Throws PGRST100.
 */
export function requirePlainPatterns(logic: { value: Logic }[]): void {
  if (logic.every(({ value }) => hasPlainPatterns(value))) return;
  throw restError("PGRST100", {
    message: "failed to parse filter",
    details:
      "A pattern may hold anchors, letters, escapes, '.' and plain bracket classes, in at most 100 characters.",
  });
}

function hasPlainPatterns(logic: Logic): boolean {
  if (logic.kind === "group") return logic.terms.every(hasPlainPatterns);
  const { condition } = logic;
  if (condition.kind !== "compare" || !/^i?match$/.test(condition.operator)) return true;
  const { quantifier, value } = condition;
  return (quantifier === undefined ? [value] : readArray(value)).every(isPlain);
}

const longest = 100;
/** `imatch` expands every letter of a range, so ranges may not reach beyond the basic plane. */
const plain =
  /^\^?(?:[^\\^$[\](){}*+?|]|\\[^a-zA-Z0-9]|\\[dswDSW]|\[\^?[^\\[\]^\u{10000}-\u{10ffff}]+\])*\$?$/u;

function isPlain(pattern: string): boolean {
  return pattern.length <= longest && plain.test(pattern);
}

/** The elements of an array literal: `{a,"b,\"c"}`. */
function readArray(value: string): string[] {
  const elements = value.match(/(?:"(?:[^"\\]|\\[\s\S])*"?|\\[\s\S]|[^{},"\\])+/g) ?? [];
  return elements.map((element) => element.replaceAll(/\\([\s\S])|"/g, "$1"));
}
