import { restError } from "../rest-error.ts";
import { estimatePatternCost } from "./pattern-cost.ts";

/**
 * Refuses a regular expression that would keep PostgreSQL busy (PGRST100) or fill its memory (2201B, in PostgreSQL's own
 * words). With a quantifier, `match(any).{…}`, the value is an array of them.
 */
export function checkPattern(value: string, quantifier: "any" | "all" | undefined): void {
  refuseBackReference(value);
  const patterns = quantifier === undefined ? [value] : readArray(value);
  if (!patterns.every(isAffordable)) {
    throw restError("2201B", {
      message: "invalid regular expression: regular expression is too complex",
    });
  }
}

/** PostgreSQL follows any regular expression in bounded time but one that refers back: a visitor's could keep it busy for good. */
function refuseBackReference(value: string): void {
  if (!/\\[1-9]/.test(value)) return;
  throw restError("PGRST100", {
    message: "failed to parse filter",
    details: "Back references are not available.",
  });
}

/** Our own pages' longest pattern, a word of 80 vowels, has 1,280 characters; costs are 160 for it and 60 for what tells an address of mail. */
const longest = 1500;
const dearest = 1000;

function isAffordable(pattern: string): boolean {
  return pattern.length <= longest && estimatePatternCost(pattern) <= dearest;
}

/** The elements of an array as PostgreSQL writes it: `{a,"b,\"c"}`. */
function readArray(value: string): string[] {
  const elements = value.match(/(?:"(?:[^"\\]|\\[\s\S])*"?|\\[\s\S]|[^{},"\\])+/g) ?? [];
  return elements.map((element) => element.replaceAll(/\\([\s\S])|"/g, "$1"));
}
