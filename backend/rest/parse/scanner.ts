import type { ApiError } from "#backend/http/api-error.ts";
import { restError } from "../rest-error.ts";

/**
 * How deep parentheses may nest: enough for any page, too little to exhaust a stack here or in
 * PostgreSQL.
 */
const deepest = 12;

/**
 * Reads one parameter from left to right and knows where it stands, so that a refusal can say what
 * was wrong and where (PGRST100).
 */
export class Scanner {
  readonly #what: string;
  readonly #text: string;
  #at = 0;
  #depth = 0;

  /** `what` names the parameter in refusals, as in "failed to parse select parameter". */
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

  /** Goes back to an earlier `position`. */
  rewind(position: number): void {
    this.#at = position;
  }

  peek(offset = 0): string {
    return this.#text[this.#at + offset] ?? "";
  }

  /** Takes `word` if it comes next. */
  accept(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  /** Takes `word`, or refuses. */
  expect(word: string): void {
    if (!this.accept(word)) this.fail(`"${word}"`);
  }

  /** Takes what a sticky pattern finds here; gives "" when it finds nothing. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  skipSpaces(): void {
    this.match(/[ \t]*/y);
  }

  /** Takes all that is left. */
  rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  expectEnd(expected: string): void {
    if (!this.done) this.fail(expected);
  }

  /** Reads something within parentheses, refusing what nests too deep. */
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
