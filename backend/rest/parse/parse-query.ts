import { parseCondition, readListedValue, readWholeValue } from "./parse-condition.ts";
import { parseField, parseName, parseNames } from "./parse-field.ts";
import { parseOrder } from "./parse-order.ts";
import { parseWholeNumber } from "./parse-range.ts";
import { parseSelect } from "./parse-select.ts";
import { Scanner } from "./scanner.ts";
import type { At, Field, Filter, Logic, Query, Range } from "./syntax.ts";

/**
 * Everything that an address says after its `?` (PostgREST, QueryParams.hs). With `takesArguments`
 * a parameter without an operator is an argument of the function; else it is a filter that cannot
 * be read. Throws PGRST100 and its kin, never anything else.
 */
export function parseQuery(search: string, takesArguments: boolean): Query {
  const query: Query = {
    select: [{ kind: "all" }],
    logic: [],
    order: [],
    ranges: [],
    columns: null,
    onConflict: null,
    args: new Map(),
  };
  const ranges = new Map<string, At<Range>>();
  for (const [key, value] of new URLSearchParams(search)) {
    if (key === "" || key === "apikey") continue;
    readParameter({ query, ranges, key, value, takesArguments });
  }
  query.ranges = [...ranges.values()];
  return query;
}

type Parameter = {
  query: Query;
  ranges: Map<string, At<Range>>;
  key: string;
  value: string;
  takesArguments: boolean;
};

function readParameter({ query, ranges, key, value, takesArguments }: Parameter): void {
  switch (key.slice(key.lastIndexOf(".") + 1)) {
    case "order":
      query.order.push({ path: parsePath(key).slice(0, -1), value: parseOrder(value) });
      return;
    case "limit":
      rangeAt(ranges, key).limit = parseWholeNumber("limit", value);
      return;
    case "offset":
      rangeAt(ranges, key).offset = parseWholeNumber("offset", value);
      return;
    case "and":
    case "or":
      query.logic.push(parseLogicGroup(key, value));
      return;
  }
  switch (key) {
    case "select":
      query.select = parseSelect(value);
      return;
    case "columns":
      query.columns = parseNames(new Scanner("columns parameter", value));
      return;
    case "on_conflict":
      query.onConflict = parseNames(new Scanner("on_conflict parameter", value));
      return;
  }
  if (takesArguments && !hasOperator.test(value))
    query.args.set(parseFieldPath(key).field.name, value);
  else query.logic.push(parseFilter(key, value));
}

function rangeAt(ranges: Map<string, At<Range>>, key: string): Range {
  const path = parsePath(key).slice(0, -1);
  const name = JSON.stringify(path);
  const range = ranges.get(name) ?? { path, value: { offset: 0, limit: null } };
  ranges.set(name, range);
  return range.value;
}

/**
 * What makes a parameter of a function called by GET a filter of its result and not an argument.
 */
const hasOperator =
  /^(?:not\.)?(?:(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|neq|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts(?:\(\w+\))?)\./;

/** One filter parameter: `books.status=eq.lent` (pRequestFilter). Throws PGRST100. */
function parseFilter(key: string, value: string): At<Filter> {
  const { path, field } = parseFieldPath(key);
  const scanner = new Scanner("filter", value);
  const condition = parseCondition(scanner, readWholeValue);
  scanner.expectEnd("end of input");
  return { path, value: { kind: "filter", field, condition } };
}

/** The names that lead to an embedded field, and the field: `author.config->>plan` (pTreePath). */
function parseFieldPath(key: string): { path: string[]; field: Field } {
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
function parseLogicGroup(key: string, value: string): At<Logic> {
  const words = parsePath(key);
  const operator = words.at(-1) === "and" ? "and" : "or";
  const path = words.slice(0, -1).filter((word) => word !== "not");
  const scanner = new Scanner("logic tree", value);
  const terms = parseTerms(scanner);
  scanner.expectEnd("end of input");
  return { path, value: { kind: "group", negated: words.includes("not"), operator, terms } };
}

/** Names with dots between them (pLogicPath). */
function parsePath(key: string): string[] {
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
