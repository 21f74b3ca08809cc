import { z } from "zod";
import { isKeptJson } from "#backend/postgres/kept-text.ts";
import { authError } from "../auth-error.ts";

/**
 * Metadata goes into every access token, and a token into every request's headers: more than this
 * would not arrive.
 */
const longestMetadata = 4_096;

/** An object that a person or the service may keep on an account; null is none. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})
  .refine((data) => isKeptJson(data), {
    error: "contains a character that is not allowed, or nests too deep",
    abort: true,
  })
  .refine(fitsIntoToken, `must not be longer than ${longestMetadata} characters`);

/**
 * Throws validation_failed when a change was merged into metadata that no token could carry. To be
 * asked of what was saved, in the same transaction: several changes at once each see only their own
 * beforehand. Whoever changes nothing of it may do so.
 */
export function requireCarried(
  field: string,
  { change, saved }: { change: Record<string, unknown>; saved: Record<string, unknown> | null },
): void {
  if (Object.keys(change).length === 0 || fitsIntoToken(saved ?? {})) return;
  throw authError("validation_failed", { message: `${field}: is too long` });
}

function fitsIntoToken(data: Record<string, unknown>): boolean {
  return JSON.stringify(data).length <= longestMetadata;
}
