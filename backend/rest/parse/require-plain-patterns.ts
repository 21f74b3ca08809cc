import { restError } from "../rest-error.ts";
import type { At, Condition, Logic } from "./syntax.ts";

/**
 * Refuses regular expressions of `match` and `imatch` that are more than anchors, letters, escapes,
 * `.` and plain classes, or longer than 100 characters: any other can keep PostgreSQL busy or fill
 * its memory. Throws PGRST100.
 */
export function requirePlainPatterns(logic: At<Logic>[]): void {
  if (!logic.every(({ value }) => hasPlainPatterns(value))) {
    throw restError("PGRST100", {
      message: "failed to parse filter",
      details:
        "A pattern may hold anchors, letters, escapes, '.' and plain bracket classes, in at most 100 characters.",
    });
  }
}

function hasPlainPatterns(logic: Logic): boolean {
  if (logic.kind === "group") return logic.terms.every(hasPlainPatterns);
  return patternsOf(logic.condition).every(isPlain);
}

function patternsOf(condition: Condition): string[] {
  if (condition.kind !== "compare" || !/^i?match$/.test(condition.operator)) return [];
  return condition.quantifier === undefined ? [condition.value] : readArray(condition.value);
}

const longest = 100;
/** `imatch` looks at each letter of a range, so that none may lead to the end of Unicode. */
const plain =
  /^\^?(?:[^\\^$[\](){}*+?|]|\\[^a-zA-Z0-9]|\\[dswDSW]|\[\^?[^\\[\]^\u{10000}-\u{10ffff}]+\])*\$?$/u;

function isPlain(pattern: string): boolean {
  return pattern.length <= longest && plain.test(pattern);
}

/** The elements of an array as PostgreSQL writes it: `{a,"b,\"c"}`. */
function readArray(value: string): string[] {
  const elements = value.match(/(?:"(?:[^"\\]|\\[\s\S])*"?|\\[\s\S]|[^{},"\\])+/g) ?? [];
  return elements.map((element) => element.replaceAll(/\\([\s\S])|"/g, "$1"));
}
