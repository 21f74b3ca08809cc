import { parseField, parseName } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import type { OrderTerm } from "./syntax.ts";

/** The `order` parameter: `created_at.desc.nullslast,author(name)` (pOrder). Throws PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner("order", text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpaces();
    terms.push(parseTerm(scanner));
    scanner.skipSpaces();
  } while (scanner.accept(","));
  scanner.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const target = parseTarget(scanner);
  const direction = parseDirection(scanner);
  const nulls = parseNulls(scanner);
  if (scanner.accept(".")) {
    scanner.fail(
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return { ...target, direction: direction ?? "asc", nulls };
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

function parseDirection(scanner: Scanner): "asc" | "desc" | undefined {
  const word = scanner.match(/\.(?:asc|desc)(?![\p{L}\p{N}_])/uy);
  if (word === "") return undefined;
  return word === ".asc" ? "asc" : "desc";
}

function parseNulls(scanner: Scanner): "first" | "last" | undefined {
  const word = scanner.match(/\.nulls(?:first|last)(?![\p{L}\p{N}_])/uy);
  if (word === "") return undefined;
  return word === ".nullsfirst" ? "first" : "last";
}
