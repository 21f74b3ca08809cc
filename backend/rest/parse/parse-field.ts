import type { Scanner } from "./scanner.ts";
import type { Field, JsonStep } from "./syntax.ts";

/**
 * A name: quoted, or letters, digits, `_`, `$`, inner spaces and dashes that are not arrows
 * (pFieldName).
 */
export function parseName(scanner: Scanner): string {
  const name =
    scanner.peek() === '"'
      ? parseQuoted(scanner)
      : scanner.match(/[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy).trim();
  if (name === "") scanner.fail("field name (* or [a..z0..9_$])");
  return name;
}

/** A name and the way into its JSON: `config->profile->>name` (pField). */
export function parseField(scanner: Scanner): Field {
  scanner.skipSpaces();
  const name = parseName(scanner);
  const path = parseJsonPath(scanner);
  scanner.skipSpaces();
  return { name, path };
}

/** `"…"` with `\` before a quote or a backslash. */
export function parseQuoted(scanner: Scanner): string {
  scanner.expect('"');
  const inner = scanner.match(/(?:[^"\\]|\\[\s\S])*/y);
  scanner.expect('"');
  return inner.replaceAll(/\\([\s\S])/g, "$1");
}

/** Names with commas between them, as in `columns` and `on_conflict` (pColumns). */
export function parseNames(scanner: Scanner): string[] {
  const names: string[] = [];
  do {
    scanner.skipSpaces();
    names.push(parseName(scanner));
    scanner.skipSpaces();
  } while (scanner.accept(","));
  scanner.expectEnd('"," or end of input');
  return names;
}

function parseJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = [];
  for (let arrow = acceptArrow(scanner); arrow; arrow = acceptArrow(scanner)) {
    steps.push({ arrow, key: parseJsonKey(scanner) });
  }
  return steps;
}

function acceptArrow(scanner: Scanner): "->" | "->>" | null {
  if (scanner.accept("->>")) return "->>";
  return scanner.accept("->") ? "->" : null;
}

function parseJsonKey(scanner: Scanner): string | number {
  const index = scanner.match(/-?\d{1,9}(?=->|::|[.,)]|$)/y);
  if (index !== "") return Number(index);
  if (scanner.peek() === '"') return parseQuoted(scanner);
  const key = scanner.match(/[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y).trim();
  if (key === "") scanner.fail("any non reserved character different from: .,>()");
  return key;
}
