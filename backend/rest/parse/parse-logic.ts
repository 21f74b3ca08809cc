import { parseCondition, readListedValue, readWholeValue } from "./parse-condition.ts";
import { parseField, parseName } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import type { At, Field, Filter, Logic } from "./syntax.ts";

/** One filter parameter: `books.status=eq.lent` (pRequestFilter). Throws PGRST100. */
export function parseFilter(key: string, value: string): At<Filter> {
  const { path, field } = parseFieldPath(key);
  const scanner = new Scanner("filter", value);
  const condition = parseCondition(scanner, readWholeValue);
  scanner.expectEnd("end of input");
  return { path, value: { kind: "filter", field, condition } };
}

/** The names that lead to an embedded field, and the field: `author.config->>plan` (pTreePath). */
export function parseFieldPath(key: string): { path: string[]; field: Field } {
  const scanner = new Scanner("tree path", key);
  const path: string[] = [];
  let field = parseField(scanner);
  while (scanner.accept(".")) {
    path.push(field.name);
    field = parseField(scanner);
  }
  scanner.expectEnd('"->>", "->", delimiter (.) or end of input');
  return { path, field };
}

/**
 * `or`, `and`, `not.or`, `not.and`, also of an embedded resource: `books.or=(a.eq.1,b.eq.2)`
 * (pRequestLogicTree). Throws PGRST100.
 */
export function parseLogicGroup(key: string, value: string): At<Logic> {
  const words = parsePath(key);
  const operator = words.at(-1) === "and" ? "and" : "or";
  const path = words.slice(0, -1).filter((word) => word !== "not");
  const scanner = new Scanner("logic tree", value);
  const terms = parseTerms(scanner);
  scanner.expectEnd("end of input");
  return { path, value: { kind: "group", negated: words.includes("not"), operator, terms } };
}

/** Names with dots between them (pLogicPath). */
export function parsePath(key: string): string[] {
  const scanner = new Scanner("logic path", key);
  const words = [parseName(scanner)];
  while (scanner.accept(".")) words.push(parseName(scanner));
  scanner.expectEnd("delimiter (.) or end of input");
  return words;
}

function parseTerms(scanner: Scanner): Logic[] {
  scanner.skipSpaces();
  scanner.expect("(");
  const terms = scanner.nested(() => {
    const read: Logic[] = [];
    do {
      scanner.skipSpaces();
      read.push(parseTerm(scanner));
      scanner.skipSpaces();
    } while (scanner.accept(","));
    return read;
  });
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
