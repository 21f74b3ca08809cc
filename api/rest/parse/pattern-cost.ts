import { type Alphabet, readAlphabet } from "./pattern-alphabet.ts";
import { type PatternAtom, type PatternPiece, readPattern } from "./pattern-syntax.ts";

/**
 * About how many states and arcs PostgreSQL's automaton for this regular expression has (regcomp.c). Each of its connections
 * keeps the last 32, and 1,000 take 100 to 200 kB. Infinite for a syntax that is not read here, and for a place that is
 * repeated, `(\y)*`, or many choices of places, `\y\y\y…`, which can take PostgreSQL seconds and gigabytes. Not a number
 * where it exceeds all measure.
 */
export function estimatePatternCost(text: string): number {
  const pattern = readPattern(text);
  if (!pattern) return Number.POSITIVE_INFINITY;
  const alphabet = readAlphabet(pattern);
  const whole = measureBranches(pattern.branches, { alphabet, keepsGroups: pattern.hasLazy });
  return whole.choices > mostChoices ? Number.POSITIVE_INFINITY : totalOf(whole) + alphabet.size;
}

/** Each choice doubles what PostgreSQL unfolds: six took 3 ms and 260 kB at most. */
const mostChoices = 6;

/** What a part of a pattern adds, and how many arcs join it to what stands before and behind. */
type Part = {
  states: number;
  arcs: number;
  /** What is kept beside the automaton: one of its own for what looks ahead or back, and for groups of a pattern with lazy signs. */
  beside: number;
  first: number;
  last: number;
  /** Whether a way through it takes no character, and whether such a way leads over a place. */
  isOptional: boolean;
  hasPlace: boolean;
  /** Where PostgreSQL has to choose between places, or between one and nothing: `\y`, which is one of two, `(^|$)`, `(^)?`. */
  choices: number;
};

type Measures = { alphabet: Alphabet; keepsGroups: boolean };

const nothing: Part = {
  states: 0,
  arcs: 0,
  beside: 0,
  first: 0,
  last: 0,
  isOptional: true,
  hasPlace: false,
  choices: 0,
};
const place: Part = { ...nothing, states: 1, hasPlace: true };

function measureBranches(branches: PatternPiece[][], measures: Measures): Part {
  return branches.map((pieces) => measurePieces(pieces, measures)).reduce(either);
}

function measurePieces(pieces: PatternPiece[], measures: Measures): Part {
  return pieces
    .map((piece) => repeat(measureAtom(piece.atom, measures), piece))
    .reduce(join, nothing);
}

function measureAtom(atom: PatternAtom, measures: Measures): Part {
  if (atom.kind === "place") return { ...place, choices: atom.isTwofold ? 1 : 0 };
  if (atom.kind === "set") {
    const first = measures.alphabet.colorsOf(atom);
    return { ...nothing, states: 1, first, last: 1, isOptional: false };
  }
  const group = measureBranches(atom.branches, measures);
  if (atom.looks) return { ...place, beside: totalOf(group) + 1, choices: group.choices };
  const beside = group.beside + (measures.keepsGroups ? group.states + group.arcs : 0);
  return { ...group, states: group.states + 1, beside };
}

function either(one: Part, other: Part): Part {
  const hasPlace = one.hasPlace || other.hasPlace;
  return {
    states: one.states + other.states,
    arcs: one.arcs + other.arcs,
    beside: one.beside + other.beside,
    first: one.first + other.first,
    last: one.last + other.last,
    isOptional: one.isOptional || other.isOptional,
    hasPlace,
    choices: one.choices + other.choices + (hasPlace ? 1 : 0),
  };
}

function join(left: Part, right: Part): Part {
  const isOptional = left.isOptional && right.isOptional;
  return {
    states: left.states + right.states,
    arcs: left.arcs + right.arcs + left.last * right.first,
    beside: left.beside + right.beside,
    first: left.first + (left.isOptional ? right.first : 0),
    last: right.last + (right.isOptional ? left.last : 0),
    isOptional,
    hasPlace: isOptional && (left.hasPlace || right.hasPlace),
    choices: left.choices + right.choices,
  };
}

/**
 * PostgreSQL copies what is counted: `x{1,3}` is `((x)?x)?x`. Above 255 it refuses. A group that has no end is copied once
 * more, `(x)+` being `(x)*(x)`, and so with each group around it.
 */
function repeat(part: Part, { atom, least, most }: PatternPiece): Part {
  const copies = Math.min(255, Math.max(1, most ?? (atom.kind === "group" ? least + 1 : least)));
  if (part.hasPlace && (copies > 1 || most === null)) {
    return { ...part, choices: Number.POSITIVE_INFINITY };
  }
  let whole = part;
  for (let left = copies - 1; left > 0; left -= 1) {
    whole = join(most !== null && left >= least ? { ...whole, isOptional: true } : whole, part);
  }
  const loops = most === null ? part.last * part.first : 0;
  const choices = whole.choices + (part.hasPlace && least === 0 ? 1 : 0);
  const isOptional = whole.isOptional || least === 0;
  return { ...whole, arcs: whole.arcs + loops, isOptional, choices };
}

function totalOf({ states, arcs, beside, first, last }: Part): number {
  return states + arcs + beside + first + last;
}
