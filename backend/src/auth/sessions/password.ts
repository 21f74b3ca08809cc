import { hash, verify } from "@node-rs/bcrypt";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

const minLength = 6;
const maxBytes = 72;
/** GoTrue's cost and prefix, so that the hashes of both look alike and take equally long. */
const cost = 10;

type Hashing = Pick<AuthContext, "limited">;

/**
 * The bcrypt hash of a new password in NFKC form, so that it matches from any keyboard. Throws
 * weak_password, or validation_failed if it is over 72 bytes.
 */
export async function hashPassword({ limited }: Hashing, typed: string): Promise<string> {
  const password = typed.normalize("NFKC");
  if ([...password].length < minLength) throw authError("weak_password");
  if (!fitsBcrypt(password)) {
    const message = "Password cannot be longer than 72 characters";
    throw authError("validation_failed", { message });
  }
  return limited(() => hash(password, { cost, version: "2a" }));
}

/**
 * Compares the password as typed (the form that GoTrue and earlier versions hashed), then its NFKC
 * form if that differs. Takes the same time without a hash, so that it does not reveal which
 * accounts exist.
 */
export async function matchesPassword(
  { limited }: Hashing,
  typed: string,
  encrypted: string | null | undefined,
): Promise<boolean> {
  for (const password of new Set([typed, typed.normalize("NFKC")])) {
    const matches = await limited(() => verify(password, encrypted || unmatchableHash));
    if (matches && encrypted && fitsBcrypt(password)) return true;
  }
  return false;
}

/** bcrypt ignores further bytes, so a longer password must never match. */
function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= maxBytes;
}

/** The hash of 32 random bytes that were thrown away. */
const unmatchableHash = "$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e";
