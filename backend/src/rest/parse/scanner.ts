import type { ApiError } from "../../http/api-error.ts";
import { restError } from "../rest-error.ts";

/** The maximum nesting of parentheses: enough for our pages, too little to exhaust a stack. */
const deepest = 12;

/** Scans one parameter from left to right and tracks the position for error messages (PGRST100). */
export class Scanner {
  readonly #what: string;
  readonly #text: string;
  #at = 0;
  #depth = 0;

  /** `what` names the parameter in errors, as in "failed to parse select parameter". */
  constructor(what: string, text: string) {
    this.#what = what;
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  get position(): number {
    return this.#at;
  }

  /** Returns to an earlier `position`. */
  rewind(position: number): void {
    this.#at = position;
  }

  peek(offset = 0): string {
    return this.#text[this.#at + offset] ?? "";
  }

  /** Consumes `word` if it comes next. */
  accept(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  /** Consumes `word`, or throws. */
  expect(word: string): void {
    if (!this.accept(word)) this.fail(`"${word}"`);
  }

  /** Consumes the match of a sticky pattern; "" if there is none. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  skipSpaces(): void {
    this.match(/[ \t]*/y);
  }

  /** Consumes the rest. */
  rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  expectEnd(expected: string): void {
    if (!this.done) this.fail(expected);
  }

  /** Reads a comma-separated list, with optional spaces around the items. */
  list<T>(read: () => T): T[] {
    const things: T[] = [];
    do {
      this.skipSpaces();
      things.push(read());
      this.skipSpaces();
    } while (this.accept(","));
    return things;
  }

  /** Reads something in parentheses. Throws if they nest too deep. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) throw this.#refusal(`more than ${deepest} nested parentheses`);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  fail(expected: string): never {
    const found = this.done ? "end of input" : JSON.stringify(this.peek());
    throw this.#refusal(`unexpected ${found} expecting ${expected}`);
  }

  #refusal(details: string): ApiError {
    const shown = this.#text.length > 200 ? `${this.#text.slice(0, 200)}…` : this.#text;
    return restError("PGRST100", {
      message: `"failed to parse ${this.#what} (${shown})" (line 1, column ${this.#at + 1})`,
      details,
    });
  }
}

/** A column name and an optional JSON path. */
export type Field = { name: string; path: { arrow: "->" | "->>"; key: string | number }[] };

/**
 * A name: quoted, or letters, digits, `_`, `$`, inner spaces and dashes, but not `->` (pFieldName).
 */
export function parseName(scanner: Scanner): string {
  const name =
    scanner.peek() === '"'
      ? parseQuoted(scanner)
      : scanner.match(/[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy).trim();
  if (name === "") scanner.fail("field name (* or [a..z0..9_$])");
  return name;
}

/** A column name with an optional JSON path: `config->profile->>name` (pField). */
export function parseField(scanner: Scanner): Field {
  scanner.skipSpaces();
  const name = parseName(scanner);
  const path = parseJsonPath(scanner);
  scanner.skipSpaces();
  return { name, path };
}

/** A quoted string in which `\` escapes the next character. */
export function parseQuoted(scanner: Scanner): string {
  scanner.expect('"');
  const inner = scanner.match(/(?:[^"\\]|\\[\s\S])*/y);
  scanner.expect('"');
  return inner.replaceAll(/\\([\s\S])/g, "$1");
}

/** A comma-separated list of names, as in `columns` and `on_conflict` (pColumns). */
export function parseNames(scanner: Scanner): string[] {
  const names = scanner.list(() => parseName(scanner));
  scanner.expectEnd('"," or end of input');
  return names;
}

function parseJsonPath(scanner: Scanner): Field["path"] {
  const steps: Field["path"] = [];
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
