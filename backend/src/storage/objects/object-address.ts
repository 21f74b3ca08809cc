import type { Context } from "hono";
import { storageError } from "../storage-error.ts";

/** An object: the id of its bucket and its name. */
export type ObjectAddress = { bucket: string; name: string };

const maxNameLength = 1024;

/** The characters that Supabase Storage allows in a name; S3 needs no special handling for them. */
const allowedCharacters = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/**
 * Parses bucket and name after `route`. Each segment of the raw path is decoded once, so an encoded
 * slash, `..` or NUL is detected.
 */
export function readObjectAddress(context: Context, route: string): ObjectAddress {
  const { pathname } = new URL(context.req.url);
  const behind = pathname.slice(pathname.indexOf(`${route}/`) + route.length + 1);
  const [bucket, ...segments] = behind.split("/").map(decodeSegment);
  if (bucket === undefined || segments.some((segment) => segment.includes("/"))) {
    throw invalidName(behind);
  }
  const name = segments.join("/");
  requireValidName(name);
  return { bucket, name };
}

/** Throws InvalidKey for an invalid object name. */
export function requireValidName(name: string): void {
  if (!isValidName(name)) throw invalidName(name);
}

function isValidName(name: string): boolean {
  if (name.length > maxNameLength || !allowedCharacters.test(name)) return false;
  return name.split("/").every((segment) => !["", ".", ".."].includes(segment));
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidName(segment);
  }
}

function invalidName(name: string) {
  return storageError("InvalidKey", `Invalid key: ${name.slice(0, 200).replaceAll("\0", "")}`);
}
