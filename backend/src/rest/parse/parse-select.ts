import { refuseAggregates } from "../rest-error.ts";
import { type Field, parseField, parseName, Scanner } from "./scanner.ts";

export type SelectItem =
  | { kind: "all" }
  | { kind: "field"; field: Field; alias?: string; cast?: string }
  | {
      kind: "embed";
      target: string;
      alias?: string;
      hint?: string;
      inner: boolean;
      /** `...author(name)`: its columns are added to the parent's. */
      spread: boolean;
      items: SelectItem[];
    };

/** Parses the `select` parameter (pRequestSelect). Throws PGRST100, and PGRST123 for aggregates. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner("select parameter", text);
  if (text.trim() === "") return [];
  const items = scanner.list(() => parseItem(scanner));
  scanner.expectEnd('"," or end of input');
  return items;
}

function parseItem(scanner: Scanner): SelectItem {
  if (scanner.accept("*")) return { kind: "all" };
  if (scanner.accept("...")) return { ...parseEmbed(scanner, parseName(scanner)), spread: true };
  const alias = parseAlias(scanner);
  const start = scanner.position;
  const name = parseName(scanner);
  scanner.skipSpaces();
  if (scanner.peek() === "!" || scanner.peek() === "(") return parseEmbed(scanner, name, alias);
  scanner.rewind(start);
  return parseColumn(scanner, alias);
}

/** Parses `alias:` if it comes next; `::` is a cast. */
function parseAlias(scanner: Scanner): string | undefined {
  const start = scanner.position;
  if (scanner.peek() === '"' || /[\p{L}\p{N}_$ ]/u.test(scanner.peek())) {
    const alias = parseName(scanner);
    if (scanner.peek() === ":" && scanner.peek(1) !== ":") {
      scanner.expect(":");
      scanner.skipSpaces();
      return alias;
    }
  }
  scanner.rewind(start);
  return undefined;
}

function parseEmbed(scanner: Scanner, target: string, alias?: string) {
  let hint: string | undefined;
  let inner = false;
  for (let words = 0; words < 2 && scanner.accept("!"); words += 1) {
    const word = parseName(scanner);
    if (word === "inner") inner = true;
    else if (word !== "left") hint ??= word;
  }
  if (target === "count" && hint === undefined) throw refuseAggregates();
  scanner.expect("(");
  const items = scanner.nested(() =>
    scanner.peek() === ")" ? [] : scanner.list(() => parseItem(scanner)),
  );
  scanner.expect(")");
  return { kind: "embed", target, alias, hint, inner, spread: false, items } as const;
}

function parseColumn(scanner: Scanner, alias: string | undefined): SelectItem {
  const field = parseField(scanner);
  const cast = scanner.accept("::") ? parseType(scanner) : undefined;
  if (scanner.match(/\.(?:sum|avg|count|max|min)\(\)/y) !== "") throw refuseAggregates();
  if (!scanner.done && scanner.peek() !== "," && scanner.peek() !== ")") {
    scanner.fail('"->>", "->", "::", ")", "," or end of input');
  }
  return { kind: "field", field, alias, cast };
}

function parseType(scanner: Scanner): string {
  const type = scanner.match(/[a-z0-9_ ]+/iy).trim();
  if (type === "") scanner.fail("letter or digit");
  return type.toLowerCase();
}

export type OrderTerm = {
  /** For `order=author(name)`: the embed whose field orders the parent rows. */
  relation?: string;
  field: Field;
  direction: "asc" | "desc";
  nulls?: "first" | "last";
};

/**
 * Parses the `order` parameter: `created_at.desc.nullslast,author(name)` (pOrder). Throws PGRST100.
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner("order", text);
  const terms = scanner.list(() => parseTerm(scanner));
  scanner.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const target = parseTarget(scanner);
  const direction = scanner.match(/\.(?:asc|desc)(?![\p{L}\p{N}_])/uy);
  const nulls = scanner.match(/\.nulls(?:first|last)(?![\p{L}\p{N}_])/uy);
  if (scanner.accept(".")) {
    scanner.fail(
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return {
    ...target,
    direction: direction === ".desc" ? "desc" : "asc",
    nulls: nulls === "" ? undefined : nulls === ".nullsfirst" ? "first" : "last",
  };
}

function parseTarget(scanner: Scanner): Pick<OrderTerm, "relation" | "field"> {
  const start = scanner.position;
  const relation = parseName(scanner);
  if (scanner.accept("(")) {
    const field = parseField(scanner);
    scanner.expect(")");
    return { relation, field };
  }
  scanner.rewind(start);
  return { field: parseField(scanner) };
}
