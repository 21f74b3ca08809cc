/** What a regular expression compares with one character: `a`, `.`, `\d`, `[^a-z]`. `isOpen` where it also takes characters that it does not name. */
export type CharacterSet = { kind: "set"; text: string; members: string[]; isOpen: boolean };

/** What may be repeated: a character, a place between two (`^`; `\y` and `\Y` are twofold), or a group, which may only look (`(?=…)`). */
export type PatternAtom =
  | CharacterSet
  | { kind: "place"; isTwofold: boolean }
  | { kind: "group"; looks: boolean; branches: PatternPiece[][] };

/** How often something stands; `most` is null where there is no end. */
export type Repetition = { least: number; most: number | null };

export type PatternPiece = Repetition & { atom: PatternAtom };

export type Pattern = { branches: PatternPiece[][]; hasLazy: boolean };

/**
 * A regular expression as PostgreSQL reads it (regc_lex.c); one that PostgreSQL refuses is read somehow. Gives null for the
 * embedded options that lead to another syntax (`b`, `e` and `x`), and where groups nest too deep to be followed.
 */
export function readPattern(text: string): Pattern | null {
  if (text.startsWith("***=")) return readLiteral(text.slice(4));
  const [opening = "", options = ""] = /^(?:\*\*\*:)?(?:\(\?([a-z]+)\))?/.exec(text) ?? [];
  if (/[bex]/.test(options)) return null;
  const rest = text.slice(opening.length);
  return options.includes("q") ? readLiteral(rest) : new PatternReader(rest).read();
}

/** Whether a member of a set stands for a whole class: `\d`, `[:alpha:]`. */
export function isClass(member: string): boolean {
  return /^(?:\\[dDsSwW]|\[:[\s\S]*)$/.test(member);
}

function readLiteral(text: string): Pattern {
  const pieces = [...text].map((letter) => ({
    atom: readSet(letter, [letter]),
    least: 1,
    most: 1,
  }));
  return { branches: [pieces], hasLazy: false };
}

/** How deep groups may nest: enough for any pattern that means something, too little to exhaust a stack. */
const deepest = 50;

class PatternReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #hasLazy = false;
  #isTooDeep = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Pattern | null {
    const branches = this.#readBranches();
    while (this.#take(/\)/y)) branches.push(...this.#readBranches());
    return this.#isTooDeep ? null : { branches, hasLazy: this.#hasLazy };
  }

  #readBranches(): PatternPiece[][] {
    const branches = [this.#readPieces()];
    while (this.#take(/\|/y)) branches.push(this.#readPieces());
    return branches;
  }

  #readPieces(): PatternPiece[] {
    const pieces: PatternPiece[] = [];
    this.#skipRemarks();
    while (!["|", ")", ""].includes(this.#text.charAt(this.#at))) {
      const atom = this.#readAtom();
      this.#skipRemarks();
      pieces.push({ atom, ...this.#readRepetition() });
      this.#skipRemarks();
    }
    return pieces;
  }

  /** `a(?#…){9}` repeats the `a`. */
  #skipRemarks(): void {
    this.#take(/(?:\(\?#[^)]*\)?)+/y);
  }

  #readAtom(): PatternAtom {
    const place = this.#take(/\[\[:[<>]:\]\]|[\^$]|\\[AmMyYZ]/y);
    if (place) return { kind: "place", isTwofold: /y/i.test(place) };
    const opening = this.#take(/\((?:\?(?::|<?[=!]))?/y);
    if (opening) return this.#readGroup(opening);
    if (this.#take(/\./y)) return readSet(".", []);
    const bracket = this.#take(bracketPattern);
    if (bracket) return readBracket(bracket);
    const letter = this.#take(letterPattern);
    return readSet(letter, [letter]);
  }

  #readGroup(opening: string): PatternAtom {
    this.#depth += 1;
    if (this.#depth > deepest) this.#isTooDeep = true;
    const branches = this.#isTooDeep ? [] : this.#readBranches();
    this.#depth -= 1;
    this.#take(/\)/y);
    return { kind: "group", looks: /[=!]/.test(opening), branches };
  }

  #readRepetition(): Repetition {
    const sign = this.#take(/[*+?]|\{\d[^}]*\}?/y);
    if (sign === "") return { least: 1, most: 1 };
    if (this.#take(/\?/y)) this.#hasLazy = true;
    if (sign === "*") return { least: 0, most: null };
    if (sign === "+") return { least: 1, most: null };
    if (sign === "?") return { least: 0, most: 1 };
    const [, least = "", comma, most = ""] = /^\{(\d+)(,?)(\d*)/.exec(sign) ?? [];
    if (most !== "") return { least: Number(least), most: Number(most) };
    return { least: Number(least), most: comma ? null : Number(least) };
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

function readBracket(text: string): CharacterSet {
  const [, negation, inner = ""] = /^\[(\^?)(\]?[\s\S]*?)\]?$/.exec(text) ?? [];
  const members: string[] = inner.match(new RegExp(memberSource, "gu")) ?? [];
  return readSet(text, members, negation === "^" || members.includes("-"));
}

function readSet(text: string, members: string[], isOpen = false): CharacterSet {
  return { kind: "set", text, members, isOpen: isOpen || members.some(isClass) };
}

const escapeSource = String.raw`\\(?:c[\s\S]|u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]+|[\s\S])`;
const memberSource = String.raw`\[:[^\]]*:\]|\[\.[\s\S]*?\.\]|\[=[\s\S]*?=\]|${escapeSource}|[\s\S]`;
const letterPattern = new RegExp(String.raw`${escapeSource}|[\s\S]`, "yu");
/** A `]` that comes first stands for itself. */
const bracketPattern = new RegExp(String.raw`\[\^?\]?(?:(?!\])(?:${memberSource}))*\]?`, "yu");
