import { restError } from "../rest-error.ts";
import {
  type Filter,
  hasOperator,
  type Logic,
  parseCondition,
  parseTerms,
} from "./parse-filter.ts";
import { type OrderTerm, parseOrder, parseSelect, type SelectItem } from "./parse-select.ts";
import { type Field, parseField, parseName, parseNames, Scanner } from "./scanner.ts";

/** A parsed URL query, before any table is looked up (PostgREST, ApiRequest/Types.hs). */
export type Query = {
  select: SelectItem[];
  logic: At<Logic>[];
  order: At<OrderTerm[]>[];
  /** Keyed by the path as JSON. */
  ranges: Map<string, At<Range>>;
  columns: string[] | null;
  onConflict: string[] | null;
  /** Parameters without an operator: the arguments of a function called by GET. */
  args: Map<string, string>;
};

/** Applies to the embed at `path`; an empty path is the table itself. */
type At<T> = { path: string[]; value: T };

export type Range = { offset: number; limit: number | null };

/**
 * Parses a URL's query string (PostgREST, QueryParams.hs). With `takesArguments`, a parameter
 * without an operator is an argument of the function, otherwise an invalid filter. Throws only
 * ApiErrors, such as PGRST100.
 */
export function parseQuery(search: string, takesArguments: boolean): Query {
  const query: Query = {
    select: [{ kind: "all" }],
    logic: [],
    order: [],
    ranges: new Map(),
    columns: null,
    onConflict: null,
    args: new Map(),
  };
  for (const [key, value] of new URLSearchParams(search)) {
    if (key === "" || key === "apikey") continue;
    readParameter(query, { key, value, takesArguments });
  }
  return query;
}

type Parameter = { key: string; value: string; takesArguments: boolean };

function readParameter(query: Query, { key, value, takesArguments }: Parameter): void {
  switch (key.slice(key.lastIndexOf(".") + 1)) {
    case "order":
      query.order.push({ path: parsePath(key).slice(0, -1), value: parseOrder(value) });
      return;
    case "limit":
      rangeAt(query, key).limit = parseWholeNumber("limit", value);
      return;
    case "offset":
      rangeAt(query, key).offset = parseWholeNumber("offset", value);
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

function rangeAt({ ranges }: Query, key: string): Range {
  const path = parsePath(key).slice(0, -1);
  const name = JSON.stringify(path);
  const range = ranges.get(name) ?? { path, value: { offset: 0, limit: null } };
  ranges.set(name, range);
  return range.value;
}

/**
 * Parses `limit` or `offset`. Throws PGRST100 if it is not a number, PGRST103 if it is negative.
 */
function parseWholeNumber(what: "limit" | "offset", text: string): number {
  if (/^-\d+$/.test(text)) {
    throw restError("PGRST103", {
      message: "Requested range not satisfiable",
      details: `${what === "limit" ? "Limit" : "Offset"} should be greater than or equal to zero.`,
    });
  }
  if (!/^\d{1,15}$/.test(text)) new Scanner(what, text).fail("digit");
  return Number(text);
}

/** Parses a filter parameter: `books.status=eq.lent` (pRequestFilter). Throws PGRST100. */
function parseFilter(key: string, value: string): At<Filter> {
  const { path, field } = parseFieldPath(key);
  const scanner = new Scanner("filter", value);
  const condition = parseCondition(scanner, () => scanner.rest());
  scanner.expectEnd("end of input");
  return { path, value: { kind: "filter", field, condition } };
}

/** Splits a key into the path to an embed and a field: `author.config->>plan` (pTreePath). */
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
 * Parses `or`, `and`, `not.or` or `not.and`, also on an embed: `books.or=(a.eq.1,b.eq.2)`
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

/** Names separated by dots (pLogicPath). */
function parsePath(key: string): string[] {
  const scanner = new Scanner("logic path", key);
  const words = [parseName(scanner)];
  while (scanner.accept(".")) words.push(parseName(scanner));
  scanner.expectEnd("delimiter (.) or end of input");
  return words;
}
