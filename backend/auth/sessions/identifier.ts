import { z } from "zod";
import { isKeptText } from "#backend/postgres/kept-text.ts";
import { normalizePhone, storedPhones } from "../accounts/normalize-phone.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** Text that may be missing or null, as the client sends it; then it is empty. */
export const OptionalText = z
  .string()
  .max(2_000)
  .refine(isKeptText, "contains a character that is not allowed")
  .nullish()
  .transform((text) => text ?? "");

/** By what a person is named: an e-mail or a phone, as typed. */
export type Identifier = { email: string } | { phone: string };

/**
 * The one of e-mail and phone that is given; a fault of the input when it is none or both (GoTrue's
 * words).
 */
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

/**
 * As what auth.users may keep who is named, the likelier first: one e-mail, or each form of a
 * phone.
 */
export function namesOf({ config }: AuthContext, identifier: Identifier): string[] {
  if ("email" in identifier) return [identifier.email.trim().toLowerCase()];
  return storedPhones(identifier.phone, config.defaultCountry);
}

/** An e-mail as auth.users keeps it, null where none is given. Throws validation_failed. */
export function readEmail(typed: string): string | null {
  if (typed === "") return null;
  const email = typed.trim().toLowerCase();
  if (email.length <= 255 && z.email().safeParse(email).success) return email;
  const message = "Unable to validate email address: invalid format";
  throw authError("validation_failed", { message });
}

/** An e-mail as auth.users keeps it. Throws validation_failed, also where none is given. */
export function readRequiredEmail(typed: string): string {
  const email = readEmail(typed);
  if (email) return email;
  throw authError("validation_failed", { message: "An email address is required" });
}

/** A phone as auth.users keeps it, null where none is given. Throws validation_failed. */
export function readPhone({ config }: AuthContext, typed: string): string | null {
  if (typed === "") return null;
  const phone = normalizePhone(typed, config.defaultCountry);
  if (phone) return phone;
  const message = "Invalid phone number format (E.164 required)";
  throw authError("validation_failed", { message });
}
