import { type CharacterSet, isClass, type Pattern, type PatternPiece } from "./pattern-syntax.ts";

/** How PostgreSQL sorts the characters that a pattern names: those that stand in the same sets have one color (regc_color.c). */
export type Alphabet = {
  /** How many colors a set takes. */
  colorsOf: (set: CharacterSet) => number;
  /**
   * How large the table of colors is: it has a row for each character beyond U+07FF, and columns that each class doubles. A
   * range of letters beyond ASCII counts for 50, since without regard to case each of its letters is looked at.
   */
  size: number;
};

/** The alphabet of a pattern, reckoned rather too large than too small. */
export function readAlphabet(pattern: Pattern): Alphabet {
  const sets = setsIn(pattern.branches);
  const colors = colorMembers(sets);
  const members = [...colors.keys()];
  const all = new Set(colors.values()).size + 1;
  const named = (set: CharacterSet): number =>
    new Set(set.members.map((member) => colors.get(member))).size;
  return {
    colorsOf: (set) => (set.text === "." ? anyCharacter : set.isOpen ? all : named(set)),
    size:
      ((1 + members.filter(isWide).length) * 2 ** members.filter(isClass).length) / 2 +
      50 * sets.reduce((sum, { members }) => sum + countForeignRanges(members), 0),
  };
}

/** PostgreSQL has a color of its own for `.`, but keeps more of it than of a letter: 120 kB of `.{100}`, 60 of `a{100}`. */
const anyCharacter = 2;

function setsIn(branches: PatternPiece[][]): CharacterSet[] {
  return branches.flat().flatMap(({ atom }) => {
    if (atom.kind === "group") return setsIn(atom.branches);
    return atom.kind === "set" ? [atom] : [];
  });
}

/** For each member the sets in which it stands, as a name for its color. */
function colorMembers(sets: CharacterSet[]): Map<string, string> {
  const different = new Map(sets.map((set) => [set.text, set])).values();
  const colors = new Map<string, string>();
  [...different].forEach(({ members }, index) => {
    for (const member of members) colors.set(member, `${colors.get(member) ?? ""},${index}`);
  });
  return colors;
}

function isWide(member: string): boolean {
  return /^\\[uUx]/.test(member) || (member.codePointAt(0) ?? 0) > 0x7ff;
}

/** Ranges of which an end is written as anything but one sign of ASCII. */
function countForeignRanges(members: string[]): number {
  return members.filter(
    (sign, index) =>
      sign === "-" &&
      ![members[index - 1], members[index + 1]].every((end) => /^[ -~]?$/.test(end ?? "")),
  ).length;
}
