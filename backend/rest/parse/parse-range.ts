import { restError } from "../rest-error.ts";
import { Scanner } from "./scanner.ts";
import type { Range } from "./syntax.ts";

/** A `limit` or `offset`. Throws PGRST100 for what is no number, PGRST103 for a negative one. */
export function parseWholeNumber(what: "limit" | "offset", text: string): number {
  if (/^-\d+$/.test(text)) {
    throw restError("PGRST103", {
      message: "Requested range not satisfiable",
      details: `${what === "limit" ? "Limit" : "Offset"} should be greater than or equal to zero.`,
    });
  }
  if (!/^\d{1,15}$/.test(text)) new Scanner(what, text).fail("digit");
  return Number(text);
}

/**
 * The rows asked for: what the `Range` header (`0-19`) and the parameters have in common
 * (getRanges). Throws PGRST103.
 */
export function parseRange(header: string | undefined, parameters: Range | undefined): Range {
  const asked = parameters ?? { offset: 0, limit: null };
  const bounds = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? "");
  if (!bounds || asked.limit === 0) return asked;
  const first = Math.max(Number(bounds[1]), asked.offset);
  const last = Math.min(bounds[2] ? Number(bounds[2]) : Infinity, lastOf(asked));
  if (last < first) {
    throw restError("PGRST103", {
      message: "Requested range not satisfiable",
      details:
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    });
  }
  return { offset: first, limit: last === Infinity ? null : last - first + 1 };
}

function lastOf({ offset, limit }: Range): number {
  return limit === null ? Infinity : offset + limit - 1;
}
