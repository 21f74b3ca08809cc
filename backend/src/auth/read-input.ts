import { domainToASCII } from "node:url";
import type { Context } from "hono";
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { z } from "zod";
import { isStorableJson, isStorableText, type Sql } from "../postgres/sql.ts";
import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";

/** Parses the JSON body; an empty body is `{}`. Throws bad_json or validation_failed. */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema) {
  return parseInput(schema, parseJson(await c.req.text()));
}

/** Parses external input. Throws validation_failed with the first issue. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  throw authError("validation_failed", {
    message: place ? `${place}: ${issue?.message}` : issue?.message,
  });
}

function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw authError("bad_json", { cause });
  }
}

/** Text that may be missing or null, which gives an empty string. */
export const OptionalText = z
  .string()
  .max(2_000)
  .refine(isStorableText, "contains a character that is not allowed")
  .nullish()
  .transform((text) => text ?? "");

/** The email or phone of an account, as typed. */
export type Identifier = { email: string } | { phone: string };

/** Requires exactly one of email and phone, with GoTrue's messages for none or both. */
export function pickIdentifier(
  { email, phone }: { email: string; phone: string },
  { addIssue }: z.RefinementCtx,
  act: "login" | "signup",
): Identifier {
  if (email !== "" && phone === "") return { email };
  if (phone !== "" && email === "") return { phone };
  const both = `Only an email address or phone number should be provided on ${act}.`;
  addIssue({ code: "custom", message: email === "" ? "missing email or phone" : both });
  return z.NEVER;
}

/** The values that auth.users may hold for this identifier, most likely first. */
export function storedIdentifiers({ config }: AuthContext, identifier: Identifier): string[] {
  if ("email" in identifier) return [storedEmail(identifier.email)];
  return storedPhones(identifier.phone, config.defaultCountry);
}

/** An email as auth.users stores it, null if empty. Throws validation_failed. */
export function readEmail(typed: string): string | null {
  if (typed === "") return null;
  const email = storedEmail(typed);
  if (email.length <= 255 && z.email().safeParse(email).success) return email;
  const message = "Unable to validate email address: invalid format";
  throw authError("validation_failed", { message });
}

/** Lower case, with the domain in ASCII (IDNA). */
function storedEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  const at = email.lastIndexOf("@") + 1;
  const domain = domainToASCII(email.slice(at));
  return at > 0 && domain !== "" ? email.slice(0, at) + domain : email;
}

/** As `readEmail`, but also throws validation_failed if empty. */
export function readRequiredEmail(typed: string): string {
  const email = readEmail(typed);
  if (email) return email;
  throw authError("validation_failed", { message: "An email address is required" });
}

/** A phone as auth.users stores it, null if empty. Throws validation_failed. */
export function readPhone({ config }: AuthContext, typed: string): string | null {
  if (typed === "") return null;
  const phone = normalizePhone(typed, config.defaultCountry);
  if (phone) return phone;
  const message = "Invalid phone number format (E.164 required)";
  throw authError("validation_failed", { message });
}

/** Metadata is part of every access token, and so of every request's headers. */
const maxMetadataLength = 4_096;

/** An account's user or app metadata; null gives {}. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})
  .refine((data) => isStorableJson(data), {
    error: "contains a character that is not allowed, or nests too deep",
    abort: true,
  })
  .refine(fitsIntoToken, `must not be longer than ${maxMetadataLength} characters`);

/**
 * Checks the merged metadata after saving, in the transaction: concurrent changes could each fit
 * on their own.
 */
export function requireMetadataFits(
  field: string,
  { change, saved }: { change: Record<string, unknown>; saved: Record<string, unknown> | null },
): void {
  if (Object.keys(change).length === 0 || fitsIntoToken(saved ?? {})) return;
  throw authError("validation_failed", { message: `${field}: is too long` });
}

/** SQL that merges a change into a metadata column. A key with the value null is removed. */
export function mergeMetadata(sql: Sql, column: string, change: Record<string, unknown>) {
  const removed = Object.keys(change).filter((key) => change[key] === null);
  return sql`(coalesce(${sql(column)}, '{}') || ${JSON.stringify(change)}::text::jsonb) - ${removed}::text[]`;
}

function fitsIntoToken(data: Record<string, unknown>): boolean {
  return JSON.stringify(data).length <= maxMetadataLength;
}

/**
 * E.164 without the plus sign (GoTrue's form), or null. From eleven digits on, a number may be
 * foreign.
 */
export function normalizePhone(typed: string, defaultCountry: string): string | null {
  if (hasOtherParts.test(typed)) return null;
  const text = typed.trim().replace(/^00/, "+");
  const mexican = mexicanOf(text, defaultCountry);
  if (mexican) return mexican;
  const national = parse(text, defaultCountry);
  if (national || !internationalDigits.test(text)) return national;
  return parse(`+${text}`, defaultCountry);
}

/** A Mexican number with one of the prefixes used before 2020: '52 1', '044', '045', '01'. */
function mexicanOf(text: string, defaultCountry: string): string | null {
  if (!/^\+?[0-9\s().-]+$/.test(text)) return null;
  const [, prefix = "", number] = oldMexican.exec(text.replaceAll(/\D/g, "")) ?? [];
  const isMexican = prefix.startsWith("52") || (defaultCountry === "MX" && !text.startsWith("+"));
  return number && isMexican ? `52${number}` : null;
}

const oldMexican = /^(52(?:1|01|044|045)|01|044|045)([1-9][0-9]{9})$/;

/** An extension or context (RFC 3966) would give one number many spellings. */
const hasOtherParts = /[\p{L};]/u;

/**
 * The forms in which a number may be stored, most likely first: GoTrue stores what was typed.
 * Digits of other scripts only count for the normalized form, so that no spelling gets attempts of
 * its own.
 */
export function storedPhones(typed: string, defaultCountry: string): string[] {
  const normalized = normalizePhone(typed, defaultCountry);
  const isTyped = !hasOtherParts.test(typed) && !/(?![0-9])\p{Nd}/u.test(typed);
  const digits = isTyped ? typed.replace(/\D/g, "") : "";
  const forms = new Set(normalized === null ? [] : [normalized]);
  if (storedForm.test(digits)) forms.add(digits);
  return [...forms];
}

const internationalDigits = /^\d{11,}$/;
const storedForm = /^[1-9]\d{1,14}$/;

function parse(text: string, defaultCountry: string): string | null {
  const country = isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const phone = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!phone?.isPossible() || phone.ext) return null;
  const stored = phone.number.slice(1);
  return storedForm.test(stored) ? stored : null;
}
