import { refuseAggregates } from "../rest-error.ts";
import { parseField, parseName } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import type { SelectItem } from "./syntax.ts";

/** The `select` parameter (pRequestSelect). Throws PGRST100, and PGRST123 for aggregates. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner("select parameter", text);
  if (text.trim() === "") return [];
  const items = parseItems(scanner);
  scanner.expectEnd('"," or end of input');
  return items;
}

type EmbedItem = Extract<SelectItem, { kind: "embed" }>;

function parseItems(scanner: Scanner): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    scanner.skipSpaces();
    items.push(parseItem(scanner));
    scanner.skipSpaces();
  } while (scanner.accept(","));
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

/** `alias:` when it comes next; `::` is a cast. */
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

function parseEmbed(scanner: Scanner, target: string, alias?: string): EmbedItem {
  let hint: string | undefined;
  let inner = false;
  for (let words = 0; words < 2 && scanner.accept("!"); words += 1) {
    const word = parseName(scanner);
    if (word === "inner") inner = true;
    else if (word !== "left") hint ??= word;
  }
  if (target === "count" && hint === undefined) throw refuseAggregates();
  scanner.expect("(");
  const items = scanner.nested(() => (scanner.peek() === ")" ? [] : parseItems(scanner)));
  scanner.expect(")");
  return { kind: "embed", target, alias, hint, inner, spread: false, items };
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
