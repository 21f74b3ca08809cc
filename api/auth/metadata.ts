import { z } from "zod";
import { isKeptText } from "./identifier.ts";

/** Metadata goes into every access token, and a token into every request's headers: more than this would not arrive. */
const longestMetadata = 4_096;

/** An object that a person or the service may keep on an account; null is none. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})
  .refine((data) => canBeKept(data), {
    error: "contains a character that is not allowed, or nests too deep",
    abort: true,
  })
  .refine(fitsIntoToken, `must not be longer than ${longestMetadata} characters`);

const deepest = 20;

/** Whether jsonb can hold the value: no NUL, no half of a surrogate pair; and no deeper than anybody means it. */
function canBeKept(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isKeptText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(
    ([key, inner]) => isKeptText(key) && canBeKept(inner, depth + 1),
  );
}

/** Metadata after a change, as GoTrue merges: a key that is null in the change is taken out. */
export function mergeMetadata(
  current: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Whether the metadata is small enough to be carried by access tokens. */
export function fitsIntoToken(data: Record<string, unknown>): boolean {
  return JSON.stringify(data).length <= longestMetadata;
}
